import type { CleanedEnv } from 'envalid';

import { deploymentSecrets, secretVariables, shortSecretFaults } from '../../../platform/config/deployment-secret.js';
import { lifetime, switchOnOff, wholeNumber } from '../../../platform/config/parsers.js';
import { settingsPart } from '../../../platform/config/settings-part.js';
import { foreignIssuerVariables, hasForeignIssuer } from './foreign-issuer.settings.js';

/** The tokens that the service creates. */
export abstract class TokenSettings {
  abstract readonly endpoints: boolean;
  /** The first signs, all are accepted. Empty: own tokens are neither created nor accepted. */
  abstract readonly secrets: readonly string[];
  abstract readonly accessLifetime: number;
  abstract readonly refreshLifetime: number;
  /** For which a refresh token is accepted after its exchange. */
  abstract readonly refreshGraceSeconds: number;
  /** The maximum number of active log-ins. */
  abstract readonly logInsPerUser: number;
  /** Whether a connection ends with its token. */
  abstract readonly closeOnTokenExpiry: boolean;
}

/** The variables of our own tokens. */
export const tokenVariables = {
  ...secretVariables,
  TOKEN_ENDPOINTS: switchOnOff({ default: true, desc: 'Serve /api/token/; off if another issuer creates the tokens.' }),
  ACCESS_TOKEN_LIFETIME: lifetime({
    default: 86_400,
    desc: 'Lifetime of an access token: seconds, or 15m, 24h, 7d.',
  }),
  REFRESH_TOKEN_LIFETIME: lifetime({ default: 2_592_000, desc: 'Lifetime of a refresh token.' }),
  REFRESH_GRACE_SECONDS: wholeNumber({ min: 0, max: 300 })({
    default: 30,
    desc: 'Seconds in which a refresh token that was exchanged is answered with the same successor; later use ends its log-in.',
  }),
  CLOSE_ON_TOKEN_EXPIRY: switchOnOff({
    default: true,
    desc: 'Close a connection when its token expires; off keeps it open until the client disconnects.',
  }),
  LOGINS_PER_USER: wholeNumber({ min: 1, max: 100_000 })({
    default: 50,
    desc: 'Maximum number of active log-ins of one user; with a further one the oldest ends.',
  }),
};

const variables = {
  ...tokenVariables,
  JWT_PUBLIC_KEY: foreignIssuerVariables.JWT_PUBLIC_KEY,
  JWT_JWKS_URL: foreignIssuerVariables.JWT_JWKS_URL,
};

/** What production needs. */
function faultsOf(values: CleanedEnv<typeof variables>): string[] {
  const ownTokens = values.TOKEN_ENDPOINTS || !hasForeignIssuer(values);
  return [
    ...(values.JWT_SECRET === undefined && ownTokens
      ? ['JWT_SECRET: required in production, unless TOKEN_ENDPOINTS=off and another issuer is set']
      : []),
    ...shortSecretFaults('JWT_SECRET', values.JWT_SECRET),
  ];
}

export const tokenPart = settingsPart({
  token: TokenSettings,
  variables,
  faults: (values, production) => (production ? faultsOf(values) : []),
  settings: (values, production): TokenSettings => ({
    endpoints: values.TOKEN_ENDPOINTS,
    secrets: deploymentSecrets(values, production),
    accessLifetime: values.ACCESS_TOKEN_LIFETIME,
    refreshLifetime: values.REFRESH_TOKEN_LIFETIME,
    refreshGraceSeconds: values.REFRESH_GRACE_SECONDS,
    logInsPerUser: values.LOGINS_PER_USER,
    closeOnTokenExpiry: values.CLOSE_ON_TOKEN_EXPIRY,
  }),
});
