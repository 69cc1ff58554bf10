import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { ReadOnlyDatabase } from '../database/failures.js';
import { statement } from '../database/statement.js';

/** Whether a standby answers, or a primary that accepts no writes, in SQL. */
export const IS_READ_ONLY = "current_setting('transaction_read_only') = 'on'";
/** The timeout of a query. */
const TIMEOUT_MS = 2_000;

/** Checks whether the database responds, and accepts writes. Raw SQL, because the query needs no table. */
@Injectable()
export class DatabaseProbe {
  /** The unanswered query: while there is one no other is sent, because they could take all connections. */
  private checking: Promise<void> | undefined;

  constructor(private readonly source: DataSource) {}

  /**
   * @returns the duration of the response in seconds
   * @throws Error if it does not respond in time, or cannot be reached; ReadOnlyDatabase
   */
  async answer(): Promise<number> {
    const since = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`It has not responded for ${String(TIMEOUT_MS / 1_000)} seconds.`));
      }, TIMEOUT_MS);
    });
    try {
      await Promise.race([this.check(), tooLate]);
    } finally {
      clearTimeout(timer);
    }
    return (performance.now() - since) / 1_000;
  }

  private check(): Promise<void> {
    this.checking ??= IS_READ_ONLY_NOW.one(this.source, {})
      .then(({ is_read_only: isReadOnly }) => {
        if (isReadOnly) throw new ReadOnlyDatabase();
      })
      .finally(() => {
        this.checking = undefined;
      });
    return this.checking;
  }
}

const IS_READ_ONLY_NOW = statement('health.is_read_only', {
  parameters: {},
  columns: { is_read_only: 'bool' },
  text: () => `SELECT ${IS_READ_ONLY} AS is_read_only`,
});
