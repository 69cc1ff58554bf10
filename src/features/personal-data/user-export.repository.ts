import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { jsonFromStored } from '../../platform/database/stored-text.js';
import { AllFeatures } from '../../platform/feature/feature.js';
import { EXPORTED_ACCOUNT } from '../users/users.feature.js';

/** The number of rows that are in memory at once. */
const PAGE = 500;

/** An entry of a list, by the statement that a feature declares. */
interface ExportedItem {
  readonly key: string | number;
  readonly item: unknown;
}

export interface ExportedList {
  readonly name: string;
  readonly statement: string;
  /** A key before all of its keys. */
  readonly start: ExportedItem['key'];
}

/** The order of the document, in which related lists are together. Lists without a place here are the last. */
const ORDER = [
  'log_ins',
  'provider_accounts',
  'second_factors',
  'api_keys',
  'sessions',
  'past_sessions',
  'syncs',
  'rooms',
  'past_rooms',
  'room_notices',
  'deleted_chats',
  'private_changes',
  'blocked_users',
  'reports_made',
  'reports_about',
  'saved_messages',
  'scheduled_messages',
  'join_requests',
  'invitations',
  'left_rooms',
  'restrictions',
  'contacted_strangers',
  'messages',
  'files',
  'deleted_messages',
  'reactions',
  'poll_votes',
  'pins',
  'mentions',
  'threads',
  'drafts',
  'held_messages',
  'receipts',
  'notifications',
  'push_subscriptions',
  'pushes',
  'audit',
];

const BEFORE_ALL_UUIDS = '00000000-0000-0000-0000-000000000000';

/** Reads the data of one user from all tables of features that declare it. */
@Injectable()
export class UserExportRepository {
  /** The lists of the document, in their order. */
  readonly lists: readonly ExportedList[];

  constructor(
    private readonly source: DataSource,
    features: AllFeatures,
  ) {
    const lists = features.personalData.flatMap(({ exported = {}, numbered = [] }) =>
      Object.entries(exported).map(([name, statement]) => ({
        name,
        statement,
        start: numbered.includes(name) ? 0 : BEFORE_ALL_UUIDS,
      })),
    );
    this.lists = lists.sort((one, other) => placeOf(one) - placeOf(other));
  }

  async account(userId: number): Promise<unknown> {
    const [row] = await this.source.query<[{ item: unknown }]>(EXPORTED_ACCOUNT, [userId]);
    return jsonFromStored(row.item);
  }

  /**
   * The items of a list, page by page. Each page is its own snapshot: a transaction over all pages would block an
   * embedded database, which has only one connection.
   */
  async *pages(userId: number, list: ExportedList): AsyncGenerator<readonly unknown[]> {
    const statement = `SELECT * FROM (${list.statement}) list WHERE key > $2 ORDER BY key LIMIT ${String(PAGE)}`;
    let after = list.start;
    for (;;) {
      const rows: ExportedItem[] = await this.source.query<ExportedItem[]>(statement, [userId, after]);
      if (rows.length > 0) yield rows.map(({ item }) => jsonFromStored(item));
      if (rows.length < PAGE) return;
      after = rows.at(-1)?.key ?? after;
    }
  }
}

function placeOf({ name }: ExportedList): number {
  const place = ORDER.indexOf(name);
  return place < 0 ? ORDER.length : place;
}
