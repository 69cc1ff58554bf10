import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { statement } from '../../platform/database/statement.js';
import { jobsInTurn, userJobStatements, UserJobTable } from '../../platform/jobs/user-job-table.repository.js';
import type { UserJob } from '../../platform/jobs/user-job-table.repository.js';
import { LinkFetchRow } from './link-fetch.entity.js';

export interface LinkingMessage {
  readonly messageId: string;
  readonly roomId: string;
  /** The author. */
  readonly userId: number;
}

/** A message whose links a node fetches. Its id is the one of the message. */
export interface LinkFetch extends UserJob {
  readonly roomId: string;
}

/** Of one user. Links of further messages get no previews. */
const MOST_PENDING = 100;

/** The queue of messages whose links are to be fetched. */
@Injectable()
export class LinkFetchesRepository extends UserJobTable<LinkFetch> {
  constructor(source: DataSource) {
    super(source, STATEMENTS, ALL, { leaseSeconds: 60, mostAttempts: 2 });
  }

  /** Adds messages, or starts anew those that were edited. Messages of users with too many are left out. */
  async enqueue(manager: EntityManager, messages: readonly LinkingMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const byId = new Map(messages.map((message) => [message.messageId, message]));
    const all = [...byId.values()];
    await ENQUEUE.rows(manager, {
      messages: all.map(({ messageId }) => messageId),
      rooms: all.map(({ roomId }) => roomId),
      users: all.map(({ userId }) => userId),
      most: MOST_PENDING,
    });
  }

  /** Ends what this node has taken, unless the message was edited since, or another node has taken it. */
  async end(manager: EntityManager, { id, claim }: LinkFetch): Promise<void> {
    await manager.delete(LinkFetchRow, { messageId: id, version: claim });
  }

  /** Removes all messages: nobody fetches their links. */
  async clear(manager: EntityManager): Promise<void> {
    await manager.createQueryBuilder().delete().from(LinkFetchRow).execute();
  }
}

const COLUMNS = {
  table: 'link_fetches',
  id: 'message_id',
  userId: 'user_id',
  dueAt: 'due_at',
  attempts: 'attempts',
  // An edit raises it too, and starts the message anew.
  claim: 'version',
} as const;

const STATEMENTS = userJobStatements('link_fetches', COLUMNS);
const ALL = jobsInTurn('link_fetches.take', COLUMNS, { types: { roomId: 'uuid' }, sql: { roomId: 'j.room_id' } });

const ENQUEUE = statement('link_fetches.enqueue', {
  parameters: { messages: 'uuid[]', rooms: 'uuid[]', users: 'int4[]', most: 'int8' },
  columns: {},
  isPrepared: true,
  text: ({ messages, rooms, users, most }) => `
    INSERT INTO link_fetches AS f (message_id, room_id, user_id)
    SELECT n.message_id, n.room_id, n.user_id
    FROM (
      SELECT message_id, room_id, user_id, row_number() OVER (PARTITION BY user_id) AS nth
      FROM unnest(${messages}::uuid[], ${rooms}::uuid[], ${users}::int[]) AS new (message_id, room_id, user_id)) n
    JOIN users u ON u.id = n.user_id
    WHERE n.nth + (SELECT count(*)
      FROM (SELECT FROM link_fetches p WHERE p.user_id = n.user_id LIMIT ${most}) pending) <= ${most}
    ON CONFLICT (message_id) DO UPDATE SET due_at = now(), attempts = 0, version = f.version + 1`,
});
