import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { ProviderAccount } from './provider-account.entity.js';
import { statement } from '../../../platform/database/statement.js';

/** Identifies a person at a provider for ever: names and addresses of mail may pass to others. */
export interface AccountKey {
  readonly issuer: string;
  readonly subject: string;
}

@Injectable()
export class ProviderAccountsRepository {
  constructor(private readonly source: DataSource) {}

  /** @returns the id of the user; undefined: the account is unknown */
  async userOf({ issuer, subject }: AccountKey): Promise<number | undefined> {
    return (await this.source.manager.findOneBy(ProviderAccount, { issuer, subject }))?.userId;
  }

  /** @returns false if the account belongs to a user already */
  async add(manager: EntityManager, { issuer, subject }: AccountKey, userId: number): Promise<boolean> {
    const result = await manager
      .createQueryBuilder()
      .insert()
      .into(ProviderAccount)
      .values({ issuer, subject, userId })
      .orIgnore()
      .returning('user_id')
      .updateEntity(false)
      .execute();
    return (result.raw as unknown[]).length > 0;
  }

  /** The clock that log-outs are recorded by. */
  async now(manager: EntityManager): Promise<Date> {
    return (await NOW.one(manager, {})).now;
  }
}

const NOW = statement('provider_accounts.now', {
  parameters: {},
  columns: { now: 'timestamptz' },
  text: () => `SELECT clock_timestamp() AS now`,
});
