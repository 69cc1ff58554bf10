import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { messagesIn, withMessages } from './message.rows.js';
import type { NamingRow } from './message.rows.js';
import type { StoredMessage } from './message.view.js';

/** A message that is gone, and the number under which it had been sent. */
interface GoneMessage {
  readonly id: string;
  readonly seq: number;
}

/** Messages as the log of a room has them, for nodes that tell it: whoever hears what they tell is in the room. */
@Injectable()
export class MessageLogRepository {
  constructor(private readonly source: DataSource) {}

  /** Those that were sent above a number, up to another. */
  async sent(roomId: string, after: number, upTo: number): Promise<StoredMessage[]> {
    return messagesIn(await this.source.query<NamingRow[]>(SENT, [roomId, after, upTo]));
  }

  /** Of those that were, the ones whose rows are gone. */
  async gone(roomId: string, after: number, upTo: number): Promise<GoneMessage[]> {
    // They went later than they came, which the index knows.
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
