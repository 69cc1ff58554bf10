import type { VerifiedTo } from '../../../features/audit/audit-verification.js';
import { cursorOf, isCount } from '../../../platform/pages/cursor.js';
import type { PartKind } from '../../../platform/pages/cursor.js';

const SHA256 = /^[0-9a-f]{64}$/;

const isHash: PartKind<string> = (part): part is string => typeof part === 'string' && SHA256.test(part);

const CURSOR = cursorOf<{ readonly seq: number; readonly hash: string; readonly highestId: number }>({
  seq: isCount,
  hash: isHash,
  highestId: isCount,
});

/** The cursor of the part of the chain after another. */
export const verificationCursor = ({ head: { seq, hash }, highestId }: VerifiedTo): string =>
  CURSOR.encode({ seq, hash: hash.toString('hex'), highestId });

/**
 * The inverse of {@link verificationCursor}; undefined: the beginning of the chain.
 * @throws Refusal 4003
 */
export function verifiedTo({ cursor }: { readonly cursor?: string | null }): VerifiedTo | undefined {
  const to = CURSOR.decode(cursor);
  return to && { head: { seq: to.seq, hash: Buffer.from(to.hash, 'hex') }, highestId: to.highestId };
}
