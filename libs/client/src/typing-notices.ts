/** More often the service does not tell it. */
const EVERY_MS = 2_000;

/** Says that the user types: nobody waits for it, and it is told no more often than it is passed on. */
export class TypingNotices {
  private readonly told = new Map<string, number>();

  constructor(private readonly tell: (roomId: string) => Promise<unknown>) {}

  types(roomId: string): void {
    const now = Date.now();
    if (now - (this.told.get(roomId) ?? -Infinity) < EVERY_MS) return;
    this.told.set(roomId, now);
    // What does not last is not told later.
    this.tell(roomId).catch(() => undefined);
  }
}
