import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import type { RowOf } from '../../../platform/database/statement.js';
import type { StoredMessage } from '../message.view.js';
import { namedIn } from '../reading/measured-messages.js';
import { readMessages } from '../reading/read-messages.js';

/**
 * Messages of the change log of a room, for replay. No grant is needed: only members of the room receive the replay.
 */
@Injectable()
export class MessageLogRepository {
  constructor(private readonly source: DataSource) {}

  /** The messages with sequence numbers above `after` and up to `upTo`. */
  async sent(roomId: string, after: number, upTo: number): Promise<StoredMessage[]> {
    return readMessages(this.source, await SENT.rows(this.source, { room: roomId, after, up_to: upTo }));
  }

  /** The messages in this range whose rows have been deleted, with their sequence numbers. */
  async gone(roomId: string, after: number, upTo: number): Promise<readonly RowOf<typeof GONE>[]> {
    return GONE.rows(this.source, { room: roomId, after, up_to: upTo });
  }

  /** The existing ones of these messages of the room, by their ids. */
  async all(roomId: string, ids: readonly string[]): Promise<Map<string, StoredMessage>> {
    const messages = await readMessages(this.source, namedIn(roomId, ids));
    return new Map(messages.map((message) => [message.id, message]));
  }
}

const SENT = statement('message_log.sent', {
  parameters: { room: 'uuid', after: 'int8', up_to: 'int8' },
  columns: { room_id: 'uuid', message_id: 'uuid' },
  text: ({ room, after, up_to: upTo }) => `
    SELECT room_id, id AS message_id FROM messages
    WHERE room_id = ${room} AND seq > ${after} AND seq <= ${upTo} ORDER BY seq`,
});

/** A deletion has a higher number than its message, so the index on change_seq narrows the search. */
const GONE = statement('message_log.gone', {
  parameters: { room: 'uuid', after: 'int8', up_to: 'int8' },
  columns: { id: 'uuid', seq: 'int8 not null' },
  text: ({ room, after, up_to: upTo }) => `
    SELECT message_id AS id, seq FROM message_deletions
    WHERE room_id = ${room} AND change_seq > ${after} AND seq > ${after} AND seq <= ${upTo}`,
});
