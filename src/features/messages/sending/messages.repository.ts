import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import type { StoredMessage } from '../message.view.js';
import { goneMessageRow } from '../reading/gone-message.js';
import { MessageBuilder, usersOf } from '../reading/message.rows.js';
import type { Reader } from '../reading/message.rows.js';
import { readMessages } from '../reading/read-messages.js';
import type { NamingRow } from '../reading/measured-messages.js';
import { toPlaced } from './inserted-rows.repository.js';
import type { PlacedRow } from './inserted-rows.repository.js';
import type { Placed } from './message-insert.js';

/** Identifies a send: a `client_message_id` is unique for the sender and the room. */
export interface SendKey {
  readonly roomId: string;
  readonly senderId: number;
  readonly clientMessageId: string;
}

interface SentRow extends NamingRow {
  readonly sender_id: number;
  readonly client_message_id: string;
  readonly created_at: Date;
  /** The sequence number of a message whose row has been deleted. */
  readonly deleted_seq: number | null;
}

/**
 * Finds messages that were sent. Raw SQL: it includes messages whose rows have been deleted, which are in another
 * table.
 */
@Injectable()
export class MessagesRepository {
  constructor(private readonly source: DataSource) {}

  /** The places of the messages that were stored, including deleted ones. */
  async placed(ids: readonly string[]): Promise<Map<string, Placed>> {
    if (ids.length === 0) return new Map();
    const rows = await this.source.query<PlacedRow[]>(
      `SELECT id, seq, created_at, is_deleted FROM messages WHERE id = ANY ($1)
       UNION ALL
       SELECT message_id, seq, created_at, true FROM message_deletions WHERE message_id = ANY ($1)`,
      [ids],
    );
    return new Map(rows.map(toPlaced));
  }

  /** The messages that were stored under these keys, including deleted ones. */
  async sent(keys: readonly SendKey[]): Promise<StoredMessage[]> {
    return this.messagesOf(await this.source.query<SentRow[]>(SENT, keyParameters(keys)));
  }

  /** The message that was stored under this key, if the sender is still a member of the room. */
  async sentByMember(key: SendKey): Promise<StoredMessage | undefined> {
    const rows = await this.source.query<SentRow[]>(SENT_BY_MEMBER, keyParameters([key]));
    const [message] = await this.messagesOf(rows, { userId: key.senderId, sees: 'all' });
    return message;
  }

  private async messagesOf(rows: readonly SentRow[], reader?: Reader): Promise<StoredMessage[]> {
    const gone = rows.flatMap((row) =>
      row.deleted_seq === null ? [] : goneMessageRow({ ...row, seq: row.deleted_seq }),
    );
    const existing = rows.filter(({ deleted_seq }) => deleted_seq === null);
    const builder = new MessageBuilder(gone, await usersOf(this.source, gone));
    return [
      ...(await readMessages(this.source, existing, reader)),
      ...gone.flatMap(({ id }) => builder.message(id) ?? []),
    ];
  }
}

const keyParameters = (keys: readonly SendKey[]): unknown[] => [
  keys.map(({ roomId }) => roomId),
  keys.map(({ senderId }) => senderId),
  keys.map(({ clientMessageId }) => clientMessageId),
];

/** @param joins further tables, beside the message or the record of its deletion `m` */
const ofKeys = (table: string, columns: string, joins: string): string => `
  SELECT m.room_id, m.sender_id, m.client_message_id, m.created_at, ${columns}
  FROM unnest($1::uuid[], $2::int[], $3::uuid[]) AS asked (room_id, sender_id, client_message_id)
  JOIN ${table} m ON m.room_id = asked.room_id AND m.sender_id = asked.sender_id
    AND m.client_message_id = asked.client_message_id${joins}
  WHERE m.room_id = ANY ($1)`;

const sent = (joins: string): string => `
  ${ofKeys('messages', 'm.id AS message_id, NULL::bigint AS deleted_seq', joins)}
  UNION ALL
  ${ofKeys('message_deletions', 'm.message_id, m.seq AS deleted_seq', joins)}`;

const SENT = sent('');

const SENT_BY_MEMBER = sent(`
  JOIN room_members s ON s.room_id = m.room_id AND s.user_id = m.sender_id${onWorkers('s.room_id = ANY ($1)')}`);
