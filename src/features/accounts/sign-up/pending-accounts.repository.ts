import { Injectable } from '@nestjs/common';
import { DataSource, LessThan } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { PendingAccountRow } from './pending-account.entity.js';

const A_DAY_MS = 86_400_000;
/** Of the clock of this process, which may differ from that of the database. */
const MARGIN_MS = 300_000;

/** Accounts whose addresses are not verified yet. A link to one holds for a day, and so does the row. */
@Injectable()
export class PendingAccountsRepository {
  constructor(private readonly source: DataSource) {}

  /** Adds one, and forgets those whose links have expired. */
  async add(manager: EntityManager, account: Omit<PendingAccountRow, 'createdAt'>): Promise<void> {
    await manager.delete(PendingAccountRow, { createdAt: LessThan(new Date(Date.now() - A_DAY_MS - MARGIN_MS)) });
    await manager.insert(PendingAccountRow, account);
  }

  find(id: string): Promise<PendingAccountRow | null> {
    return this.source.manager.findOneBy(PendingAccountRow, { id });
  }

  /** @returns false if it was taken before */
  async take(manager: EntityManager, id: string): Promise<boolean> {
    return (await manager.delete(PendingAccountRow, { id })).affected === 1;
  }
}
