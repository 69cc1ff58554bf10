import type { CleanedEnv } from 'envalid';

import type { Config, ForeignIssuer } from './config.js';
import { oidcOf } from './oidc-config.js';
import type { variables } from './variables.js';

type Values = CleanedEnv<typeof variables>;

const SHORTEST_SECRET_BYTES = 32;

/** @param secrets that sign own tokens; empty: there are none */
export const tokensOf = (
  values: Values,
  secrets: readonly string[],
  foreign: ForeignIssuer | undefined,
): Config['tokens'] => ({
  endpoints: values.TOKEN_ENDPOINTS,
  secrets,
  secondFactorSecrets: [...(values.TOTP_SECRET ?? []), ...secrets],
  accessLifetime: values.ACCESS_TOKEN_LIFETIME,
  refreshLifetime: values.REFRESH_TOKEN_LIFETIME,
  refreshGraceSeconds: values.REFRESH_GRACE_SECONDS,
  logInsPerUser: values.LOGINS_PER_USER,
  failedLoginsPerMinute: values.FAILED_LOGINS_PER_MINUTE,
  failedLoginsPerAddress: Math.max(values.FAILED_LOGINS_PER_ADDRESS, values.FAILED_LOGINS_PER_MINUTE),
  requireSecondFactor: values.REQUIRE_TOTP,
  foreign,
  oidc: oidcOf(values),
});

/**
 * An attacker with one token can find a short secret by trial, and then sign tokens of every user: production accepts
 * none.
 */
export const shortSecrets = (values: Values): string[] =>
  (['JWT_SECRET', 'CLUSTER_SECRET', 'TOTP_SECRET'] as const).flatMap((name) =>
    acceptedIn(values, name).some((secret) => Buffer.byteLength(secret) < SHORTEST_SECRET_BYTES)
      ? [`${name}: must have ${String(SHORTEST_SECRET_BYTES)} bytes or more, from openssl rand -base64 32`]
      : [],
  );

/** An old secret of second factors signs nothing: a short one may be replaced without a reset of the factors. */
const acceptedIn = (values: Values, name: 'JWT_SECRET' | 'CLUSTER_SECRET' | 'TOTP_SECRET'): readonly string[] =>
  name === 'TOTP_SECRET' ? (values[name] ?? []).slice(0, 1) : (values[name] ?? []);

/** Undefined: the tokens of no other issuer are accepted. */
export function foreignIssuer(values: Values): ForeignIssuer | undefined {
  const { JWT_PUBLIC_KEY: pem, JWT_JWKS_URL: jwksUrl } = values;
  const key = pem !== undefined ? { pem } : jwksUrl !== undefined ? { jwksUrl } : undefined;
  // `lookupFaults` requires it.
  return (
    key && {
      key,
      issuer: values.JWT_ISSUER,
      audience: values.JWT_AUDIENCE,
      userClaim: values.JWT_USER_CLAIM,
      userLookup: values.JWT_USER_LOOKUP ?? 'username',
    }
  );
}

/** The number of a user elsewhere is the number of another user here, so nothing is assumed. */
export const lookupFaults = ({ JWT_PUBLIC_KEY, JWT_JWKS_URL, JWT_USER_LOOKUP }: Values): string[] =>
  (JWT_PUBLIC_KEY ?? JWT_JWKS_URL) === undefined || JWT_USER_LOOKUP !== undefined
    ? []
    : ['JWT_USER_LOOKUP: say with another issuer what its claim has: username, or id for the ids of users here'];
