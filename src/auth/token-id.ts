import { createHash, timingSafeEqual } from 'node:crypto';

/** The stored form of a refresh token's id: a token can be recognized by it, but not made from it. */
export const jtiHash = (jti: string): string => createHash('sha256').update(jti).digest('hex');

/** Whether this is the stored form of a token's id. The comparison takes constant time. */
export function isHashOf(stored: string, jti: string): boolean {
  const [kept, given] = [Buffer.from(stored), Buffer.from(jtiHash(jti))];
  return kept.length === given.length && timingSafeEqual(kept, given);
}
