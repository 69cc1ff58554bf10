import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';

export interface SealedFactor {
  readonly user_id: number;
  readonly username: string;
  readonly sealed_secret: string;
}

const PAGE = 500;

/** The second factors of all users as they are encrypted. Raw SQL: pages are by the id of the user. */
@Injectable()
export class SealedFactorsRepository {
  constructor(private readonly source: DataSource) {}

  async *all(): AsyncGenerator<SealedFactor> {
    let after = 0;
    let page: readonly SealedFactor[];
    do {
      page = await PAGE_OF_ALL.rows(this.source, { after });
      yield* page;
      after = page.at(-1)?.user_id ?? after;
    } while (page.length === PAGE);
  }

  /** @returns false if it is another one by now */
  async replace(manager: EntityManager, userId: number, from: string, to: string): Promise<boolean> {
    return (await REPLACE.changes(manager, { user: userId, from, to })) > 0;
  }
}

const PAGE_OF_ALL = statement('sealed_factors.page', {
  parameters: { after: 'int4' },
  columns: { user_id: 'int4', username: 'text', sealed_secret: 'text' },
  text: ({ after }) => `
    SELECT f.user_id, u.username, f.sealed_secret FROM second_factors f JOIN users u ON u.id = f.user_id
    WHERE f.user_id > ${after} ORDER BY f.user_id LIMIT ${String(PAGE)}`,
});

const REPLACE = statement('sealed_factors.replace', {
  parameters: { user: 'int4', from: 'text', to: 'text' },
  columns: {},
  text: ({ user, from, to }) => `
    UPDATE second_factors SET sealed_secret = ${to} WHERE user_id = ${user} AND sealed_secret = ${from}`,
});
