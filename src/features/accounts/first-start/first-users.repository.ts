import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';

/** Whether the deployment has users. Deleted ones count: somebody has used it. */
@Injectable()
export class FirstUsersRepository {
  constructor(private readonly source: DataSource) {}

  /** Has other first starts wait until the transaction ends. */
  async lock(manager: EntityManager): Promise<void> {
    await LOCK.one(manager, { lock: FIRST_START_LOCK });
  }

  /** @param but an id that does not count */
  async hasUsers(manager: EntityManager = this.source.manager, but?: number): Promise<boolean> {
    return (await ANY.one(manager, { but: but ?? 0 })).exists;
  }
}

/** Any number that no other lock of the program has. */
const FIRST_START_LOCK = 1_798_000_001;

const LOCK = statement('users.lock_first_start', {
  parameters: { lock: 'int8' },
  columns: { locked: 'bool not null' },
  text: ({ lock }) => `SELECT pg_advisory_xact_lock(${lock}) IS NOT NULL AS locked`,
});

const ANY = statement('users.any', {
  parameters: { but: 'int4' },
  columns: { exists: 'bool not null' },
  text: ({ but }) => `SELECT EXISTS (SELECT FROM users WHERE id <> ${but}) AS exists`,
});
