import { pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);

const PBKDF2 = /^pbkdf2_sha256\$([1-9]\d{0,7})\$([^$]+)\$([A-Za-z0-9+/]{43}=)$/;
const ARGON2 = /^argon2(\$argon2(?:id|i|d)\$v=19\$m=\d{1,7},t=\d{1,3},p=\d{1,3}\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+)$/;

/**
 * A password hash of Django in the form that can be stored and checked at a log-in; undefined for an unsupported
 * algorithm or an unusable password.
 */
export function hashFromDjango(encoded: string): string | undefined {
  if (PBKDF2.test(encoded)) return encoded;
  return ARGON2.exec(encoded)?.[1];
}

export const isPbkdf2 = (passwordHash: string): boolean => PBKDF2.test(passwordHash);

/** @param passwordHash for which {@link isPbkdf2} is true */
export async function matchesPbkdf2(password: string, passwordHash: string): Promise<boolean> {
  const [, iterations = '', salt = '', kept = ''] = PBKDF2.exec(passwordHash) ?? [];
  const expected = Buffer.from(kept, 'base64');
  const derived = await derive(password, salt, Number(iterations), expected.length, 'sha256');
  return timingSafeEqual(derived, expected);
}
