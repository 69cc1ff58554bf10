import type { VerifiedTo } from '../../../features/audit/audit-verification.js';
import { cursorParts, cursorText } from '../../../platform/collections/cursor-text.js';
import { strangeCursor } from '../access/page-request.js';

const SHA256 = /^[0-9a-f]{64}$/;

/** The cursor of the part of the chain after another. */
export const verificationCursor = ({ head: { seq, hash }, highestId }: VerifiedTo): string =>
  cursorText([seq, hash.toString('hex'), highestId]);

/**
 * The inverse of {@link verificationCursor}; undefined: the beginning of the chain.
 * @throws Refusal 4003
 */
export function verifiedTo({ cursor }: { readonly cursor?: string | null }): VerifiedTo | undefined {
  if (typeof cursor !== 'string') return undefined;
  const [seq, hash, highestId, ...others] = cursorParts(cursor) ?? [];
  const isHash = typeof hash === 'string' && SHA256.test(hash);
  if (!isPlace(seq) || !isPlace(highestId) || !isHash || others.length > 0) throw strangeCursor();
  return { head: { seq, hash: Buffer.from(hash, 'hex') }, highestId };
}

const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
