import { createPublicKey } from 'node:crypto';

import type { CleanedEnv } from 'envalid';
import { makeValidator } from 'envalid';

import { switchOnOff, text, url, WrongValue } from '../../../platform/config/parsers.js';
import { settingsPart } from '../../../platform/config/settings-part.js';

/** The other issuer whose tokens are accepted. */
export interface ForeignIssuer {
  readonly key: { readonly pem: string } | { readonly jwksUrl: string };
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
  readonly userClaim: string;
  readonly userLookup: 'id' | 'username' | 'external_id';
}

/** Tokens that another program signs. */
export abstract class ForeignIssuerSettings {
  /** Undefined: the tokens of no other issuer are accepted. */
  abstract readonly foreign: ForeignIssuer | undefined;
}

/** A public key as PEM text. */
const publicKey = makeValidator<string>((raw) => {
  const pem = raw.replaceAll('\\n', '\n');
  try {
    createPublicKey(pem);
  } catch {
    throw new WrongValue('must be a public key or certificate as PEM');
  }
  if (pem.includes('PRIVATE KEY')) throw new WrongValue('must be a public key, not a private one');
  return pem;
});

/** The variables of the other issuer. */
export const foreignIssuerVariables = {
  JWT_PUBLIC_KEY: publicKey({
    default: undefined,
    desc: 'Public key of another issuer whose tokens are accepted (RS256, ES256, EdDSA), as PEM; \\n stands for a line end.',
  }),
  JWT_JWKS_URL: url(['https:', 'http:'], { credentials: false })({
    default: undefined,
    desc: 'URL of the key set of that issuer, in place of JWT_PUBLIC_KEY.',
  }),
  JWT_ISSUER: text({
    default: undefined,
    desc: 'Required iss of tokens of the other issuer; unset, any, which production does not allow.',
  }),
  JWT_AUDIENCE: text({
    default: undefined,
    desc: 'Required aud of these tokens; unset, any, which production does not allow.',
  }),
  JWT_USER_CLAIM: text({ default: 'sub', desc: 'The claim of the other issuer that identifies the user.' }),
  JWT_USER_LOOKUP: text({
    default: undefined,
    choices: ['id', 'username'],
    desc: 'Content of that claim: the id of the user here, or the username; required with another issuer, unless JWT_CREATE_USERS is on.',
  }),
  JWT_CREATE_USERS: switchOnOff({
    default: false,
    desc: 'The other issuer is that of the own product: sub is the external id of the user, who is made at the first handshake; JWT_USER_CLAIM and JWT_USER_LOOKUP are not used.',
  }),
};

type Values = CleanedEnv<typeof foreignIssuerVariables>;

type GivenKey = Pick<Values, 'JWT_PUBLIC_KEY' | 'JWT_JWKS_URL'>;

/** Whether the tokens of another issuer are accepted. */
export const hasForeignIssuer = ({ JWT_PUBLIC_KEY: pem, JWT_JWKS_URL: jwksUrl }: GivenKey): boolean =>
  (pem ?? jwksUrl) !== undefined;

function faultsOf(values: Values, production: boolean): string[] {
  const { JWT_PUBLIC_KEY: pem, JWT_JWKS_URL: jwksUrl } = values;
  if (!hasForeignIssuer(values)) {
    return values.JWT_CREATE_USERS ? ['JWT_CREATE_USERS: needs JWT_PUBLIC_KEY or JWT_JWKS_URL'] : [];
  }
  // One key signs the tokens of many applications, which this service must not accept.
  const needed = production ? (['JWT_ISSUER', 'JWT_AUDIENCE'] as const) : [];
  return [
    ...(pem !== undefined && jwksUrl !== undefined ? ['JWT_PUBLIC_KEY and JWT_JWKS_URL: give one of the two'] : []),
    // The number of a user elsewhere is the number of another user here, so nothing is assumed.
    ...(values.JWT_USER_LOOKUP === undefined && !values.JWT_CREATE_USERS
      ? ['JWT_USER_LOOKUP: say with another issuer what its claim has: username, or id for the ids of users here']
      : []),
    ...needed
      .filter((name) => values[name] === undefined)
      .map((name) => `${name}: required in production with another issuer`),
  ];
}

function foreignIssuer(values: Values): ForeignIssuer | undefined {
  const { JWT_PUBLIC_KEY: pem, JWT_JWKS_URL: jwksUrl } = values;
  const key = pem !== undefined ? { pem } : jwksUrl !== undefined ? { jwksUrl } : undefined;
  return (
    key && {
      key,
      issuer: values.JWT_ISSUER,
      audience: values.JWT_AUDIENCE,
      ...(values.JWT_CREATE_USERS
        ? { userClaim: 'sub', userLookup: 'external_id' as const }
        : {
            userClaim: values.JWT_USER_CLAIM,
            // `faultsOf` requires it.
            userLookup: values.JWT_USER_LOOKUP ?? 'username',
          }),
    }
  );
}

export const foreignIssuerPart = settingsPart({
  token: ForeignIssuerSettings,
  variables: foreignIssuerVariables,
  faults: faultsOf,
  settings: (values): ForeignIssuerSettings => ({ foreign: foreignIssuer(values) }),
});
