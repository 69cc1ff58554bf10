import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** The steps before and after the present one whose codes are accepted: clocks of phones differ. */
const WINDOW = 1;
/** The length that RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** The name of the service in authenticator apps. */
const ISSUER = 'Parley';

export const ONE_TIME_CODE = /^\d{6}$/;

/** A new secret, as base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address from which an authenticator app reads the secret. */
export const addressOf = (secret: string, username: string): string => totpOf(secret, username).toString();

/**
 * @param seconds since 1970, by the clock of the database
 * @returns the step whose code it is, or undefined if it is not a code of the present step or of one beside it
 */
export function stepOf(code: string, secret: string, seconds: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: seconds * 1_000, window: WINDOW });
  return delta === null ? undefined : Math.floor(seconds / STEP_SECONDS) + delta;
}

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS, secret });
