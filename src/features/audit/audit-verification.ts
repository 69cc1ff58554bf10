import { Injectable, Module } from '@nestjs/common';

import { AuditSealsRepository, CHAIN_BEGIN, chained } from './audit-seals.repository.js';
import type { ChainHead, SealedEntry } from './audit-seals.repository.js';

const PAGE = 1_000;
/** The pages of a part. */
const PAGES = 10;

/** The first link of the chain that does not hold. */
export interface BrokenSeal {
  readonly seq: number;
  readonly entry_id: number;
  readonly reason: 'changed' | 'removed' | 'seal_missing';
}

export interface AuditVerification {
  /** The number of entries whose seals hold. */
  readonly verified: number;
  readonly unsealed: number;
  /** The last seal that holds, to be compared with an earlier one: the end of a chain can be cut off. */
  readonly head: { readonly seq: number; readonly hash: string };
  /** Null: the chain holds. */
  readonly broken: BrokenSeal | null;
}

/** How far the chain is verified. */
export interface VerifiedTo {
  readonly head: ChainHead;
  /** The highest id of an entry whose seal was verified. */
  readonly highestId: number;
}

export interface VerifiedPart {
  readonly to: VerifiedTo;
  /** The entries without a seal next to those of the part, counted to 100000. */
  readonly unsealed: number;
  readonly broken: BrokenSeal | null;
  /** Whether it is the end of the chain, or broken. */
  readonly isLast: boolean;
}

const BEGIN: VerifiedTo = { head: { seq: 0, hash: CHAIN_BEGIN }, highestId: 0 };

/** Computes the hash chain over the audit log again, and compares it with the seals. */
@Injectable()
export class AuditVerificationService {
  constructor(private readonly seals: AuditSealsRepository) {}

  async verify(): Promise<AuditVerification> {
    let part = await this.verifyPart();
    let { unsealed } = part;
    while (!part.isLast) {
      part = await this.verifyPart(part.to);
      unsealed += part.unsealed;
    }
    return { verified: part.to.head.seq, unsealed, head: shownHead(part.to.head), broken: part.broken };
  }

  /** @param from the end of the part before; undefined: the beginning of the chain */
  async verifyPart(from = BEGIN): Promise<VerifiedPart> {
    const { to, broken, isLast } = await this.compare(from);
    return {
      to,
      broken,
      isLast,
      unsealed: await this.seals.countUnsealed(from.highestId, isLast ? undefined : to.highestId),
    };
  }

  private async compare({ head, highestId }: VerifiedTo): Promise<Omit<VerifiedPart, 'unsealed'>> {
    for (let pages = 0; pages < PAGES; pages += 1) {
      const page = await this.seals.after(head.seq, PAGE);
      for (const sealed of page) {
        const broken = faultOf(sealed, head);
        if (broken) return { to: { head, highestId }, broken, isLast: true };
        head = { seq: sealed.seq, hash: sealed.hash };
        highestId = Math.max(highestId, sealed.entryId);
      }
      if (page.length < PAGE) return { to: { head, highestId }, broken: null, isLast: true };
    }
    return { to: { head, highestId }, broken: null, isLast: false };
  }
}

/** A head as people compare it. */
export const shownHead = ({ seq, hash }: ChainHead): AuditVerification['head'] => ({ seq, hash: hash.toString('hex') });

function faultOf({ seq, entryId, hash, entry }: SealedEntry, head: ChainHead): BrokenSeal | undefined {
  const reason =
    seq !== head.seq + 1
      ? 'seal_missing'
      : entry === null
        ? 'removed'
        : chained(head.hash, entry).equals(hash)
          ? undefined
          : 'changed';
  return reason && { seq, entry_id: entryId, reason };
}

@Module({
  providers: [AuditSealsRepository, AuditVerificationService],
  exports: [AuditVerificationService],
})
export class AuditVerificationModule {}
