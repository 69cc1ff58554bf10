import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import { parameterLists } from '../../../platform/database/parameter-lists.js';
import { statement } from '../../../platform/database/statement.js';
import type { PlacesOf, RowOf, Types } from '../../../platform/database/statement.js';
import type { StoredMessage } from '../message.view.js';
import { goneMessageRow } from '../reading/gone-message.js';
import { MessageBuilder, usersOf } from '../reading/message.rows.js';
import type { Reader } from '../reading/message.rows.js';
import { readMessages } from '../reading/read-messages.js';
import { PLACE, toPlaced } from './message-insert.js';
import type { Placed } from './message-insert.js';

/** Identifies a send: a `client_message_id` is unique for the sender and the room. */
export interface SendKey {
  readonly roomId: string;
  readonly senderId: number;
  readonly clientMessageId: string;
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
    const rows = await PLACED.rows(this.source, { messages: ids });
    return new Map(rows.map(toPlaced));
  }

  /** The messages that were stored under these keys, including deleted ones. */
  async sent(keys: readonly SendKey[]): Promise<StoredMessage[]> {
    return this.messagesOf(await SENT.rows(this.source, KEYS.of(keys)));
  }

  /** The message that was stored under this key, if the sender is still a member of the room. */
  async sentByMember(key: SendKey): Promise<StoredMessage | undefined> {
    const rows = await SENT_BY_MEMBER.rows(this.source, KEYS.of([key]));
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

const PLACED = statement('messages.placed', {
  parameters: { messages: 'uuid[]' },
  columns: PLACE,
  text: ({ messages }) => `
    SELECT id, seq, created_at, is_deleted FROM messages WHERE id = ANY (${messages})
    UNION ALL
    SELECT message_id, seq, created_at, true FROM message_deletions WHERE message_id = ANY (${messages})`,
});

const KEYS = parameterLists<SendKey>()({
  rooms: ['uuid[]', ({ roomId }) => roomId],
  senders: ['int4[]', ({ senderId }) => senderId],
  client_ids: ['uuid[]', ({ clientMessageId }) => clientMessageId],
});
type Keys = PlacesOf<typeof KEYS.types>;

const SENT_COLUMNS = {
  room_id: 'uuid',
  message_id: 'uuid',
  sender_id: 'int4',
  client_message_id: 'uuid',
  created_at: 'timestamptz',
  /** The sequence number of a message whose row has been deleted. */
  deleted_seq: 'int8 | null',
} as const satisfies Types;

type SentRow = RowOf<typeof SENT>;

/** @param joins further tables, beside the message or the record of its deletion `m` */
const ofKeys = (table: string, columns: string, { rooms, senders, client_ids: clientIds }: Keys, joins: string) => `
  SELECT m.room_id, m.sender_id, m.client_message_id, m.created_at, ${columns}
  FROM unnest(${rooms}::uuid[], ${senders}::int[], ${clientIds}::uuid[]) AS asked (room_id, sender_id, client_message_id)
  JOIN ${table} m ON m.room_id = asked.room_id AND m.sender_id = asked.sender_id
    AND m.client_message_id = asked.client_message_id${joins}
  WHERE m.room_id = ANY (${rooms})`;

const sent = (keys: Keys, joins = ''): string => `
  ${ofKeys('messages', 'm.id AS message_id, NULL::bigint AS deleted_seq', keys, joins)}
  UNION ALL
  ${ofKeys('message_deletions', 'm.message_id, m.seq AS deleted_seq', keys, joins)}`;

const SENT = statement('messages.sent', {
  parameters: KEYS.types,
  columns: SENT_COLUMNS,
  text: (keys) => sent(keys),
});

const SENT_BY_MEMBER = statement('messages.sent_by_member', {
  parameters: KEYS.types,
  columns: SENT_COLUMNS,
  text: (keys) => {
    const inRooms = onWorkers(`s.room_id = ANY (${keys.rooms})`);
    return sent(
      keys,
      `
      JOIN room_members s ON s.room_id = m.room_id AND s.user_id = m.sender_id${inRooms}`,
    );
  },
});
