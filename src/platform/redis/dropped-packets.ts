import { Logger } from '@nestjs/common';
import type { DropReason } from '@parley/realtime/hub';

const PAUSE_MS = 60_000;

/** Counts the packets of Redis that this node has dropped, and logs a warning about them, once a minute at most. */
export class DroppedPackets {
  private readonly counts: Record<DropReason, number> = { unsigned: 0, forged: 0, replayed: 0, late: 0 };
  private readonly log = new Logger(DroppedPackets.name);
  private warnedAt = -Infinity;

  /** @param now milliseconds of any clock */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The packets of each reason, since the start of the process. */
  get byReason(): Readonly<Record<DropReason, number>> {
    return this.counts;
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  record(reason: DropReason): void {
    this.counts[reason] += 1;
    if (this.now() < this.warnedAt + PAUSE_MS) return;
    this.warnedAt = this.now();
    this.log.warn(`Packets of Redis that are not from a node of this deployment are dropped: ${this.describe()}`);
  }

  /** The counts in words, such as `2 unsigned, 1 forged`. */
  describe(): string {
    const counted = Object.entries(this.counts).filter(([, count]) => count > 0);
    return counted.map(([reason, count]) => `${String(count)} ${reason}`).join(', ');
  }
}
