import type { DeploymentRole } from '@parley/protocol';
import { makeValidator } from 'envalid';

import { url, WrongValue } from './parsers.js';

const text = makeValidator((raw) => raw);

const label = makeValidator<string>((raw) => {
  if (!/^[^\p{C}]{1,60}$/u.test(raw)) throw new WrongValue('must be a name of at most 60 characters');
  return raw;
});

const CLAIM = /^[\x21-\x7e]{1,128}$/;

/** The name of a claim. */
const claim = makeValidator<string>((raw) => {
  if (!CLAIM.test(raw)) throw new WrongValue('must be the name of a claim, such as groups');
  return raw;
});

const scopes = makeValidator<string>((raw) => {
  if (!raw.split(/\s+/).includes('openid')) throw new WrongValue('must be scopes separated by spaces, with openid');
  return raw;
});

const ROLES = ['user', 'moderator', 'admin'] as const satisfies readonly DeploymentRole[];
const ROLE_GROUP = new RegExp(`^(.{1,256}):(${ROLES.join('|')})$`, 'u');

/** A group at the provider, and the role that it gives. */
export interface RoleGroup {
  readonly group: string;
  readonly role: DeploymentRole;
}

/** @returns undefined: a part is no pair of a group, which may contain colons, and a role */
export function roleGroupsIn(raw: string): RoleGroup[] | undefined {
  const pairs = raw.split(',').map((pair) => ROLE_GROUP.exec(pair.trim()));
  return pairs.every((pair) => pair !== null)
    ? pairs.map(([, group = '', role]) => ({ group, role: role as DeploymentRole }))
    : undefined;
}

const roleGroups = makeValidator<string>((raw) => {
  if (roleGroupsIn(raw)) return raw;
  throw new WrongValue(`must be pairs such as chat-admins:admin, with one of the roles ${ROLES.join(', ')}`);
});

/** The variables of the log-in by a provider of identities, as a part of the table of all variables. */
export const oidcVariables = {
  OIDC_ISSUER: url(['https:', 'http:'], { credentials: false })({
    default: undefined,
    desc: 'Issuer of an OpenID provider by which users of the web client log in: https://login.example.com/realms/chat; unset, they log in by password only.',
  }),
  OIDC_CLIENT_ID: text({ default: undefined, desc: 'Id of this deployment at the provider.' }),
  OIDC_CLIENT_SECRET: text({ default: undefined, desc: 'Secret of this deployment at the provider.' }),
  OIDC_NAME: label({
    default: undefined,
    desc: 'Name of the provider on the log-in page; unset, the host of OIDC_ISSUER.',
  }),
  OIDC_SCOPES: scopes({
    default: 'openid profile',
    desc: 'Scopes that a log-in requests, separated by spaces; many providers need groups for OIDC_ROLE_CLAIM.',
  }),
  OIDC_USERNAME_CLAIM: claim({
    default: 'preferred_username',
    desc: 'Claim with the username of a user who logs in by the provider for the first time.',
  }),
  OIDC_ROLE_CLAIM: claim({
    default: undefined,
    desc: 'Claim with the groups of a user, which decide about the role at each log-in by the provider; unset, roles stay as operators set them.',
  }),
  OIDC_ROLE_GROUPS: roleGroups({
    default: undefined,
    desc: 'Groups of OIDC_ROLE_CLAIM and their roles: chat-admins:admin,chat-moderators:moderator; the highest role counts, users in none of them have the role user.',
  }),
};
