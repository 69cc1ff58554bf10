/** How often Redis is asked; who has not answered by the next time does not answer. */
const EVERY_MS = 2_000;

interface Hearer {
  silent(reason: Error): void;
  answers(): void;
}

/**
 * Asks again and again whether Redis answers: one that hangs, or that the network has cut off, keeps its connections for
 * many minutes. It is asked no second time before it has answered the first.
 */
export class RedisPulse {
  private readonly timer = setInterval(() => {
    this.beat();
  }, EVERY_MS).unref();
  private asked = false;
  private silent = false;

  /** @param ask comes back when it is answered, or fails where nobody can be asked */
  constructor(
    private readonly ask: () => Promise<unknown>,
    private readonly hearer: Hearer,
  ) {}

  /** A question has been waiting for its answer for too long. */
  get isSilent(): boolean {
    return this.silent;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private beat(): void {
    // What has come is read first: it may be this process that was late.
    if (this.asked)
      setImmediate(() => {
        this.judge();
      });
    else void this.askOnce();
  }

  private judge(): void {
    if (!this.asked || this.silent) return;
    this.silent = true;
    this.hearer.silent(new Error(`It has not answered for ${String(EVERY_MS / 1_000)} seconds.`));
  }

  private async askOnce(): Promise<void> {
    this.asked = true;
    try {
      await this.ask();
      this.hearer.answers();
    } catch {
      // Its connection is gone, and says so itself.
    } finally {
      this.asked = false;
      this.silent = false;
    }
  }
}
