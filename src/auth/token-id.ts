import { createHash, timingSafeEqual } from 'node:crypto';

/** What is stored of a refresh token: enough to know it again, too little to make one. */
export const jtiHash = (jti: string): string => createHash('sha256').update(jti).digest('hex');

/** Whether this is what is stored of a token, in a time that does not tell how much of it is right. */
export function isHashOf(stored: string, jti: string): boolean {
  const [kept, given] = [Buffer.from(stored), Buffer.from(jtiHash(jti))];
  return kept.length === given.length && timingSafeEqual(kept, given);
}
