import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { lockFor } from '../../../platform/database/purpose-lock.js';
import { statement } from '../../../platform/database/statement.js';

/** Whether the deployment has users. Deleted ones count: somebody has used it. */
@Injectable()
export class FirstUsersRepository {
  constructor(private readonly source: DataSource) {}

  /** Has other first starts wait until the transaction ends. */
  async lock(manager: EntityManager): Promise<void> {
    await lockFor(manager, 'firstStart');
  }

  /** @param but an id that does not count */
  async hasUsers(manager: EntityManager = this.source.manager, but?: number): Promise<boolean> {
    return (await ANY.one(manager, { but: but ?? 0 })).exists;
  }
}

const ANY = statement('users.any', {
  parameters: { but: 'int4' },
  columns: { exists: 'bool not null' },
  text: ({ but }) => `SELECT EXISTS (SELECT FROM users WHERE id <> ${but}) AS exists`,
});
