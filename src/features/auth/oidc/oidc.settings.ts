import type { DeploymentRole } from '@parley/protocol';
import type { CleanedEnv } from 'envalid';
import { makeValidator } from 'envalid';

import { text, url, WrongValue } from '../../../platform/config/parsers.js';
import { settingsPart } from '../../../platform/config/settings-part.js';
import { platformVariables } from '../../../platform/config/variables.js';
import { tokenVariables } from '../tokens/token.settings.js';

/** A group at the provider, and the role that it gives. */
interface RoleGroup {
  readonly group: string;
  readonly role: DeploymentRole;
}

/** A provider of identities, by which users of the web client log in. Its secret is never logged. */
export interface OidcProvider {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** For users. */
  readonly name: string;
  readonly scopes: string;
  readonly usernameClaim: string;
  /** Undefined: log-ins change no role. */
  readonly roles: { readonly claim: string; readonly groups: readonly RoleGroup[] } | undefined;
}

/** The log-in by a provider of identities. */
export abstract class OidcSettings {
  /** Undefined: users log in by password only. */
  abstract readonly provider: OidcProvider | undefined;
}

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

/** @returns undefined: a part is no pair of a group, which may contain colons, and a role */
function roleGroupsIn(raw: string): RoleGroup[] | undefined {
  const pairs = raw.split(',').map((pair) => ROLE_GROUP.exec(pair.trim()));
  return pairs.every((pair) => pair !== null)
    ? pairs.map(([, group = '', role]) => ({ group, role: role as DeploymentRole }))
    : undefined;
}

const roleGroups = makeValidator<string>((raw) => {
  if (roleGroupsIn(raw)) return raw;
  throw new WrongValue(`must be pairs such as chat-admins:admin, with one of the roles ${ROLES.join(', ')}`);
});

const variables = {
  TOKEN_ENDPOINTS: tokenVariables.TOKEN_ENDPOINTS,
  WEB_CLIENT: platformVariables.WEB_CLIENT,
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

type Values = CleanedEnv<typeof variables>;

function providerOf(values: Values): OidcProvider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    issuer: new URL(issuer),
    clientId,
    clientSecret,
    name: values.OIDC_NAME ?? new URL(issuer).host,
    scopes: values.OIDC_SCOPES,
    usernameClaim: values.OIDC_USERNAME_CLAIM,
    roles: rolesOf(values),
  };
}

function rolesOf({ OIDC_ROLE_CLAIM: claim, OIDC_ROLE_GROUPS: raw = '' }: Values): OidcProvider['roles'] {
  const groups = roleGroupsIn(raw);
  return claim !== undefined && groups ? { claim, groups } : undefined;
}

const NEEDED = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
const WITH_ISSUER = [...NEEDED, 'OIDC_NAME', 'OIDC_ROLE_CLAIM', 'OIDC_ROLE_GROUPS'] as const;

function faultsOf(values: Values, production: boolean): string[] {
  const { OIDC_ISSUER: issuer } = values;
  if (issuer === undefined) {
    const given = WITH_ISSUER.find((name) => values[name] !== undefined);
    return given === undefined ? [] : [`OIDC_ISSUER: required with ${given}`];
  }
  return [
    ...issuerFaults(new URL(issuer), production),
    ...NEEDED.filter((name) => values[name] === undefined).map((name) => `${name}: required with OIDC_ISSUER`),
    ...roleFaults(values),
    ...(values.TOKEN_ENDPOINTS ? [] : ['TOKEN_ENDPOINTS: must be on with OIDC_ISSUER']),
    ...((values.WEB_CLIENT ?? !production) ? [] : ['WEB_CLIENT: must be on with OIDC_ISSUER']),
  ];
}

function issuerFaults({ protocol, search, hash }: URL, production: boolean): string[] {
  return [
    ...(search + hash === '' ? [] : ['OIDC_ISSUER: must be a URL without a query and without a fragment']),
    // Tokens of a provider without TLS can be forged on their way.
    ...(production && protocol !== 'https:' ? ['OIDC_ISSUER: must begin with https:// in production'] : []),
  ];
}

const roleFaults = ({ OIDC_ROLE_CLAIM: claim, OIDC_ROLE_GROUPS: groups }: Values): string[] =>
  (claim === undefined) === (groups === undefined)
    ? []
    : ['OIDC_ROLE_CLAIM and OIDC_ROLE_GROUPS: give both, or neither'];

export const oidcPart = settingsPart({
  token: OidcSettings,
  variables,
  faults: faultsOf,
  settings: (values): OidcSettings => ({ provider: providerOf(values) }),
});
