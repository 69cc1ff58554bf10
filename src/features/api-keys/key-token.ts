import { createHash, randomBytes, randomInt } from 'node:crypto';

const SECRET_BYTES = 32;
const PREFIX_LENGTH = 8;
const PREFIX_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const SHAPE = /^pk_[a-z0-9]{8}_[A-Za-z0-9_-]{43}$/;

export interface NewKey {
  /** `pk_<prefix>_<256 random bits>`; never shown again. */
  readonly token: string;
  readonly prefix: string;
  readonly hash: string;
}

export function newKey(): NewKey {
  const letters = Array.from({ length: PREFIX_LENGTH }, () => PREFIX_LETTERS[randomInt(PREFIX_LETTERS.length)]);
  const prefix = letters.join('');
  const token = `pk_${prefix}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { token, prefix, hash: hashOf(token) };
}

/** Whether a bearer token is an API key, perhaps not a valid one. No access token begins like this. */
export const isKeyToken = (token: string): boolean => token.startsWith('pk_');

/**
 * The hash by which a key is looked up. It needs no slow hash, because the key is random. The duration of the lookup
 * reveals nothing useful either: an attacker cannot find a key for a chosen hash.
 * @returns undefined for a text that has not the format of a key
 */
export const keyHash = (token: string): string | undefined => (SHAPE.test(token) ? hashOf(token) : undefined);

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
