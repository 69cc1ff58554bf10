import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** No answer within this is none. */
const PATIENCE_MS = 2_000;

/** Asks whether the database answers. */
@Injectable()
export class DatabaseProbe {
  /** A question that nobody has answered yet: while there is one no other is asked, or they would take all connections. */
  private asked: Promise<void> | undefined;

  constructor(private readonly source: DataSource) {}

  /**
   * @returns the seconds that it took to answer
   * @throws Error where it does not answer in bounded time, or cannot be reached
   */
  async answer(): Promise<number> {
    const since = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`It has not answered for ${String(PATIENCE_MS / 1_000)} seconds.`));
      }, PATIENCE_MS);
    });
    try {
      await Promise.race([this.ask(), tooLate]);
    } finally {
      clearTimeout(timer);
    }
    return (performance.now() - since) / 1_000;
  }

  private ask(): Promise<void> {
    this.asked ??= this.source
      .query('SELECT 1')
      .then(() => undefined)
      .finally(() => {
        this.asked = undefined;
      });
    return this.asked;
  }
}
