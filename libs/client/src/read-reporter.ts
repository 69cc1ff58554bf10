import { isPermanent } from './codes.js';
import type { ParleyError } from './parley-error.js';

/** Positions that change while the user scrolls are combined: only the last one is sent. */
const SOON_MS = 300;

/** Reports the user's read position of each room: batched, and never backwards. */
export class ReadReporter {
  private readonly pending = new Map<string, number>();
  private readonly reported = new Map<string, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param send resolves when the service has stored the position @throws ParleyError */
  constructor(private readonly send: (roomId: string, upToSeq: number) => Promise<unknown>) {}

  report(roomId: string, upToSeq: number): void {
    if (upToSeq <= Math.max(this.pending.get(roomId) ?? 0, this.reported.get(roomId) ?? 0)) return;
    this.pending.set(roomId, upToSeq);
    this.timer ??= setTimeout(() => this.flush(), SOON_MS);
  }

  /** Sends the pending positions, including those of earlier failures. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const [roomId, upToSeq] of this.pending) void this.sendReport(roomId, upToSeq);
  }

  private async sendReport(roomId: string, upToSeq: number): Promise<void> {
    try {
      await this.send(roomId, upToSeq);
    } catch (error) {
      if (!isPermanent((error as ParleyError).code)) return;
    }
    this.reported.set(roomId, Math.max(upToSeq, this.reported.get(roomId) ?? 0));
    if (this.pending.get(roomId) === upToSeq) this.pending.delete(roomId);
  }
}
