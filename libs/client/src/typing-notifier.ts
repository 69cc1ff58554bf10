/** The service forwards typing events no more often than this. */
const INTERVAL_MS = 2_000;

/** Sends typing events, throttled to the rate at which the service forwards them. Errors are ignored. */
export class TypingNotifier {
  private readonly lastSent = new Map<string, number>();

  constructor(private readonly send: (roomId: string) => Promise<unknown>) {}

  notify(roomId: string): void {
    const now = Date.now();
    if (now - (this.lastSent.get(roomId) ?? -Infinity) < INTERVAL_MS) return;
    this.lastSent.set(roomId, now);
    // A typing event is outdated at once, so that it is not retried.
    this.send(roomId).catch(() => undefined);
  }
}
