import { isForGood } from './codes.js';
import type { ParleyError } from './parley-error.js';

/** Somebody who scrolls reads many messages: the service is told of the last. */
const SOON_MS = 300;

/** How far the user has read in each room: told once in a while, and never backwards. */
export class ReadMarks {
  private readonly wanted = new Map<string, number>();
  private readonly told = new Map<string, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param tell resolves when the service knows it @throws ParleyError */
  constructor(private readonly tell: (roomId: string, upToSeq: number) => Promise<unknown>) {}

  reads(roomId: string, upToSeq: number): void {
    if (upToSeq <= Math.max(this.wanted.get(roomId) ?? 0, this.told.get(roomId) ?? 0)) return;
    this.wanted.set(roomId, upToSeq);
    this.timer ??= setTimeout(() => {
      this.flush();
    }, SOON_MS);
  }

  /** What could not be told before is told now. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const [roomId, upToSeq] of this.wanted) void this.tells(roomId, upToSeq);
  }

  private async tells(roomId: string, upToSeq: number): Promise<void> {
    try {
      await this.tell(roomId, upToSeq);
    } catch (error) {
      if (!isForGood((error as ParleyError).code)) return;
    }
    this.told.set(roomId, Math.max(upToSeq, this.told.get(roomId) ?? 0));
    if (this.wanted.get(roomId) === upToSeq) this.wanted.delete(roomId);
  }
}
