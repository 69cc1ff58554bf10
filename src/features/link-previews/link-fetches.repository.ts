import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { prepared } from '../../platform/database/prepared.js';
import { MOST_COUNTED } from '../../platform/metrics/backlog-gauge.js';
import { LinkFetchRow } from './link-fetch.entity.js';

export interface LinkingMessage {
  readonly messageId: string;
  readonly roomId: string;
  /** The author. */
  readonly userId: number;
}

export interface ClaimedFetch extends LinkingMessage {
  readonly version: number;
}

/** Longer than the fetches of a message take: a process that has claimed them for longer has died. */
const LEASE_SECONDS = 60;
const MOST_ATTEMPTS = 2;
/** Of one user. Links of further messages get no previews. */
const MOST_PENDING = 100;
/** The oldest due rows among which users take turns. */
const CONSIDERED = 1_000;

/** The queue of messages whose links are to be fetched. Raw SQL, because the clock of the database decides. */
@Injectable()
export class LinkFetchesRepository {
  constructor(private readonly source: DataSource) {}

  /** Adds messages, or starts anew those that were edited. Messages of users with too many are left out. */
  async enqueue(manager: EntityManager, messages: readonly LinkingMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const byId = new Map(messages.map((message) => [message.messageId, message]));
    const all = [...byId.values()];
    await manager.query(ENQUEUE, [
      all.map(({ messageId }) => messageId),
      all.map(({ roomId }) => roomId),
      all.map(({ userId }) => userId),
      MOST_PENDING,
    ]);
  }

  /** Claims due messages for the time of a lease, one of each user before the second of another. */
  async claim(most: number): Promise<ClaimedFetch[]> {
    await this.source.query(GIVE_UP, [MOST_ATTEMPTS]);
    const [rows] = await this.source.query<[ClaimedFetch[], number]>(CLAIM, [CONSIDERED, most, LEASE_SECONDS]);
    return rows;
  }

  /** Ends what was claimed, unless the message was edited since, or another process has claimed it. */
  async finish(manager: EntityManager, { messageId, version }: ClaimedFetch): Promise<void> {
    await manager.delete(LinkFetchRow, { messageId, version });
  }

  /** Gives back what was claimed and not done. */
  async release({ messageId, version }: ClaimedFetch): Promise<void> {
    await this.source.manager.update(
      LinkFetchRow,
      { messageId, version },
      { dueAt: () => 'now()', attempts: () => 'attempts - 1' },
    );
  }

  /** Removes all messages: nobody fetches their links. */
  async clear(manager: EntityManager): Promise<void> {
    await manager.createQueryBuilder().delete().from(LinkFetchRow).execute();
  }

  /** The number of messages, counted to 10000. */
  async pending(): Promise<number> {
    const [row] = await this.source.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM (SELECT FROM link_fetches LIMIT ${String(MOST_COUNTED)}) first`,
    );
    return row.count;
  }
}

/** Whether links are to be fetched now, as an expression. */
export const LINK_FETCHES_ARE_DUE = 'EXISTS (SELECT FROM link_fetches WHERE due_at <= now())';

const ENQUEUE = prepared(`
  INSERT INTO link_fetches AS f (message_id, room_id, user_id)
  SELECT n.message_id, n.room_id, n.user_id
  FROM (
    SELECT message_id, room_id, user_id, row_number() OVER (PARTITION BY user_id) AS nth
    FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS new (message_id, room_id, user_id)) n
  JOIN users u ON u.id = n.user_id
  WHERE n.nth + (SELECT count(*) FROM (SELECT FROM link_fetches p WHERE p.user_id = n.user_id LIMIT $4) pending) <= $4
  ON CONFLICT (message_id) DO UPDATE SET due_at = now(), attempts = 0, version = f.version + 1`);

const GIVE_UP = prepared('DELETE FROM link_fetches WHERE due_at <= now() AND attempts >= $1');

const CLAIM = prepared(`
  WITH turns AS (
    SELECT message_id, row_number() OVER (PARTITION BY user_id ORDER BY due_at, message_id) AS turn
    FROM (SELECT message_id, user_id, due_at FROM link_fetches WHERE due_at <= now() ORDER BY due_at LIMIT $1) oldest
  ), due AS (
    SELECT f.message_id FROM link_fetches f JOIN turns t ON t.message_id = f.message_id
    WHERE f.due_at <= now() ORDER BY t.turn, f.due_at LIMIT $2 FOR UPDATE OF f SKIP LOCKED
  )
  UPDATE link_fetches f
  SET due_at = now() + $3 * interval '1 second', attempts = f.attempts + 1, version = f.version + 1
  FROM due WHERE f.message_id = due.message_id
  RETURNING f.message_id AS "messageId", f.room_id AS "roomId", f.user_id AS "userId", f.version`);
