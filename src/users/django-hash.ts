import { pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);

const PBKDF2 = /^pbkdf2_sha256\$([1-9]\d{0,7})\$([^$]+)\$([A-Za-z0-9+/]{43}=)$/;
const ARGON2 = /^argon2(\$argon2(?:id|i|d)\$v=19\$m=\d{1,7},t=\d{1,3},p=\d{1,3}\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+)$/;

/**
 * A password hash of Django as it can be kept, for a log-in to be checked by: undefined where it is of a kind that is
 * not known here, or of nobody's password.
 */
export function hashFromDjango(encoded: string): string | undefined {
  if (PBKDF2.test(encoded)) return encoded;
  return ARGON2.exec(encoded)?.[1];
}

export const isPbkdf2 = (passwordHash: string): boolean => PBKDF2.test(passwordHash);

/** @param passwordHash one that {@link isPbkdf2} */
export async function matchesPbkdf2(password: string, passwordHash: string): Promise<boolean> {
  const [, iterations = '', salt = '', kept = ''] = PBKDF2.exec(passwordHash) ?? [];
  const expected = Buffer.from(kept, 'base64');
  const derived = await derive(password, salt, Number(iterations), expected.length, 'sha256');
  return timingSafeEqual(derived, expected);
}
