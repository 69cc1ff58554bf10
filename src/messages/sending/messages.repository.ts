import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { MESSAGE_COLUMNS, messagesIn, withMessages } from '../message.rows.js';
import type { NamingRow } from '../message.rows.js';
import type { StoredMessage } from '../message.view.js';
import { toPlaced } from './inserted-rows.repository.js';
import type { PlacedRow } from './inserted-rows.repository.js';
import type { Placed } from './message-insert.js';

/** Identifies a send: a `client_message_id` is unique for the sender and the room. */
export interface SendKey {
  readonly roomId: string;
  readonly senderId: number;
  readonly clientMessageId: string;
}

/** Finds messages that were sent. Raw SQL: it includes messages whose rows have been deleted, which are in another table. */
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
    const rows = await this.source.query<NamingRow[]>(SENT, keyParameters(keys));
    return messagesIn(rows);
  }

  /** The message that was stored under this key, if the sender is still a member of the room. */
  async sentByMember(key: SendKey): Promise<StoredMessage | undefined> {
    const rows = await this.source.query<NamingRow[]>(SENT_BY_MEMBER, keyParameters([key]));
    const [message] = messagesIn(rows);
    return message;
  }
}

/** Messages, and those whose rows have been deleted: these look like messages that are marked as deleted. */
const EVER_SENT = `(
  SELECT ${MESSAGE_COLUMNS} FROM messages
  UNION ALL
  SELECT message_id, room_id, seq, sender_id, '', false, false, true, client_message_id, created_at, created_at, NULL,
    NULL
  FROM message_deletions) ever_sent`;

const keyParameters = (keys: readonly SendKey[]): unknown[] => [
  keys.map(({ roomId }) => roomId),
  keys.map(({ senderId }) => senderId),
  keys.map(({ clientMessageId }) => clientMessageId),
];

const IS_ASKED =
  'room_id = asked.room_id AND sender_id = asked.sender_id AND client_message_id = asked.client_message_id';

const REQUESTED = `
  SELECT m.id AS message_id
  FROM unnest($1::uuid[], $2::int[], $3::uuid[]) AS asked (room_id, sender_id, client_message_id)
  CROSS JOIN LATERAL (
    SELECT id, room_id FROM messages WHERE ${IS_ASKED}
    UNION ALL
    SELECT message_id, room_id FROM message_deletions WHERE ${IS_ASKED}
  ) m`;

const SENT = withMessages(REQUESTED, 'message_id', { source: EVER_SENT });

const SENT_BY_MEMBER = withMessages(
  `${REQUESTED} JOIN room_members s ON s.room_id = m.room_id AND s.user_id = asked.sender_id`,
  'message_id',
  { source: EVER_SENT },
);
