/** The interval between two pings, which is also the time limit of an answer. */
const PING_INTERVAL_MS = 2_000;

interface PulseListener {
  /** A ping has had no answer within the time limit. */
  silent(reason: Error): void;
  answers(): void;
}

/**
 * Pings Redis at an interval. A Redis that hangs, or that the network has cut off, keeps its connections open for many
 * minutes. A ping is never sent before the previous one is answered.
 */
export class RedisPulse {
  private readonly timer = setInterval(() => this.tick(), PING_INTERVAL_MS).unref();
  private isPinging = false;
  private silent = false;

  /** @param ping resolves with the answer, and rejects if the connection is closed */
  constructor(
    private readonly ping: () => Promise<unknown>,
    private readonly listener: PulseListener,
  ) {}

  /** Whether the current ping is past its time limit. */
  get isSilent(): boolean {
    return this.silent;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    // Pending input is read first: it may be this process that was late.
    if (this.isPinging) setImmediate(() => this.checkAnswer());
    else void this.pingOnce();
  }

  private checkAnswer(): void {
    if (!this.isPinging || this.silent) return;
    this.silent = true;
    this.listener.silent(new Error(`It has not answered for ${String(PING_INTERVAL_MS / 1_000)} seconds.`));
  }

  private async pingOnce(): Promise<void> {
    this.isPinging = true;
    try {
      await this.ping();
      this.listener.answers();
    } catch {
      // The client reports its closed connection itself.
    } finally {
      this.isPinging = false;
      this.silent = false;
    }
  }
}
