import type { Logger } from '@nestjs/common';

import { PeriodicTask } from './periodic-task.js';

interface BufferedWrites<Key, Value> {
  /** What one write stores of a key that was added twice. */
  readonly merge: (known: Value, added: Value) => Value;
  readonly write: (values: ReadonlyMap<Key, Value>) => Promise<void>;
  readonly log: Logger;
  /** The beginning of the log line of a failure. */
  readonly failure: string;
}

/**
 * A buffer in memory of what need not be stored at once, so that no request waits for it. It is written periodically and
 * at the stop, in one write. What cannot be written stays in the buffer; what a killed process has not written is lost.
 */
export class WriteBehind<Key, Value> {
  private unwritten = new Map<Key, Value>();
  private readonly writing: PeriodicTask;

  constructor(private readonly writes: BufferedWrites<Key, Value>) {
    this.writing = new PeriodicTask(() => this.write(), writes.log, writes.failure);
  }

  add(key: Key, value: Value): void {
    const known = this.unwritten.get(key);
    this.unwritten.set(key, known === undefined ? value : this.writes.merge(known, value));
  }

  start(everyMs: number): void {
    this.writing.start(everyMs);
  }

  async stop(): Promise<void> {
    await this.writing.stop();
    await this.writing.runNow();
  }

  private async write(): Promise<void> {
    if (this.unwritten.size === 0) return;
    const values = this.unwritten;
    this.unwritten = new Map();
    try {
      await this.writes.write(values);
    } catch (error) {
      for (const [key, value] of values) this.add(key, value);
      throw error;
    }
  }
}
