import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import { PrivateLogRepository } from '../../private-log/private-log.repository.js';
import { namedMessages } from '../named-messages-sql.js';
import { DRAFT, draftKey } from './composer-draft.entity.js';

/**
 * Deletes the drafts that new messages have become, in SQL: those of their senders in the room, or in the thread of a
 * reply. Returns them as changes of private state.
 * @param stored a relation with the columns `room_id`, `thread_id` and `sender_id` of new messages
 * @param condition a further condition on the draft `d` and the message `s`
 */
export const cleared = (stored: string, condition = ''): string => `
  DELETE FROM drafts d USING ${stored} s
  WHERE d.room_id = s.room_id AND d.user_id = s.sender_id AND d.place_id = coalesce(s.thread_id, s.room_id)${condition}
  RETURNING d.user_id, ${draftKey('d')} AS key`;

/** Clears drafts in the transaction that has stored the messages of one room. Raw SQL, as of their insert. */
@Injectable()
export class SentDraftsRepository {
  constructor(private readonly privateLogs: PrivateLogRepository) {}

  /** @param messageIds of messages of the room, which are stored */
  async clear(manager: EntityManager, roomId: string, messageIds: readonly string[]): Promise<void> {
    const changes = await CLEAR.rows(manager, { room: roomId, messages: messageIds });
    await this.privateLogs.takeMany(manager, DRAFT, changes);
  }
}

const CLEAR = statement('sent_drafts.clear', {
  parameters: { room: 'uuid', messages: 'uuid[]' },
  columns: { user_id: 'int4', key: 'text' },
  isPrepared: true,
  text: ({ room, messages }) => {
    const stored = `(SELECT m.room_id, m.thread_id, m.sender_id FROM ${namedMessages(messages, room)})`;
    return cleared(stored, ` AND d.room_id = ${room}`);
  },
});
