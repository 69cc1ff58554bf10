import type { CleanedEnv } from 'envalid';

import { roleGroupsIn } from './oidc-variables.js';
import type { RoleGroup } from './oidc-variables.js';
import type { variables } from './variables.js';

type Values = CleanedEnv<typeof variables>;

/** A provider of identities, by which users of the web client log in. Its secret is never logged. */
export interface OidcSettings {
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

/** Undefined: users log in by password only. */
export function oidcOf(values: Values): OidcSettings | undefined {
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

function rolesOf({ OIDC_ROLE_CLAIM: claim, OIDC_ROLE_GROUPS: raw = '' }: Values): OidcSettings['roles'] {
  const groups = roleGroupsIn(raw);
  return claim !== undefined && groups ? { claim, groups } : undefined;
}

const NEEDED = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
const WITH_ISSUER = [...NEEDED, 'OIDC_NAME', 'OIDC_ROLE_CLAIM', 'OIDC_ROLE_GROUPS'] as const;

export function oidcFaults(values: Values, production: boolean): string[] {
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
