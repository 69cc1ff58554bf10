import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { messagesIn, withMessages } from '../message.rows.js';
import type { NamingRow } from '../message.rows.js';
import type { StoredMessage } from '../message.view.js';

/** A message whose row has been deleted, and its sequence number. */
interface GoneMessage {
  readonly id: string;
  readonly seq: number;
}

/**
 * Messages of the change log of a room, for replay. No grant is needed: only members of the room receive the replay.
 * Raw SQL, because a message is read with everything that belongs to it in one statement ({@link withMessages}).
 */
@Injectable()
export class MessageLogRepository {
  constructor(private readonly source: DataSource) {}

  /** The messages with sequence numbers above `after` and up to `upTo`. */
  async sent(roomId: string, after: number, upTo: number): Promise<StoredMessage[]> {
    return messagesIn(await this.source.query<NamingRow[]>(SENT, [roomId, after, upTo]));
  }

  /** The messages in this range whose rows have been deleted. */
  async gone(roomId: string, after: number, upTo: number): Promise<GoneMessage[]> {
    // A deletion has a higher number than its message, so the index on change_seq narrows the search.
    return this.source.query<GoneMessage[]>(
      `SELECT message_id AS id, seq FROM message_deletions
       WHERE room_id = $1 AND change_seq > $2 AND seq > $2 AND seq <= $3`,
      [roomId, after, upTo],
    );
  }

  async all(ids: readonly string[]): Promise<Map<string, StoredMessage>> {
    if (ids.length === 0) return new Map();
    const messages = messagesIn(await this.source.query<NamingRow[]>(ALL, [ids]));
    return new Map(messages.map((message) => [message.id, message]));
  }
}

const SENT = withMessages(
  `SELECT id AS message_id, seq FROM messages WHERE room_id = $1 AND seq > $2 AND seq <= $3`,
  'seq',
);

const ALL = withMessages(`SELECT id AS message_id FROM messages WHERE id = ANY ($1)`, 'message_id');
