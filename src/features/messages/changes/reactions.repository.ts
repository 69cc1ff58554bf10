import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import type { Permitted } from '../../moderation/shown-texts.js';
import { statement } from '../../../platform/database/statement.js';
import { storedText } from '../../../platform/database/stored-text.js';
import { Message } from '../message.entity.js';
import type { MessageChangeGrant } from '../message.policy.js';
import { Reaction } from './reaction.entity.js';
import { isAbove } from '../named-messages-sql.js';

/**
 * Reads and writes the reaction of a grant's user to the grant's message. The inserts are raw SQL: they select the rows
 * to insert, so that a deleted message gets no reaction, and a former member no notification.
 */
@Injectable()
export class ReactionsRepository {
  /** The current reaction. */
  async present(
    manager: EntityManager,
    { userId, roomId, messageIds }: MessageChangeGrant<'message.react'>,
  ): Promise<string | undefined> {
    const reaction = await manager.findOneBy(Reaction, { messageId: Any(messageIds), userId, roomId });
    return reaction?.content;
  }

  /** Removes the reaction together with its notification. */
  async remove(
    manager: EntityManager,
    { userId, roomId, messageIds }: MessageChangeGrant<'message.react'>,
    seq: number,
  ): Promise<void> {
    await manager.delete(Reaction, { messageId: Any(messageIds), userId, roomId });
    await manager.update(Message, { id: Any(messageIds), roomId }, { changeSeq: seq });
  }

  /**
   * Sets the reaction, which replaces any other one.
   * @returns the time of the reaction; undefined if the message does not exist any more
   */
  async put(
    manager: EntityManager,
    grant: MessageChangeGrant<'message.react'>,
    { reaction_content: content }: Permitted<{ readonly reaction_content: string }>,
    seq: number,
  ): Promise<Date | undefined> {
    await this.remove(manager, grant, seq);
    const row = await PUT.row(manager, {
      messages: grant.messageIds,
      user: grant.userId,
      room: grant.roomId,
      content: storedText(content),
    });
    return row?.created_at;
  }

  /** Stores a notification for the message's sender, if that is another user, and a member who sees it. */
  async notify(
    manager: EntityManager,
    { userId, roomId, messageIds }: MessageChangeGrant<'message.react'>,
  ): Promise<void> {
    await NOTIFY.rows(manager, { id: uuidv7(), messages: messageIds, user: userId, room: roomId });
  }
}

const PUT = statement('reactions.put', {
  parameters: { messages: 'uuid[]', user: 'int4', room: 'uuid', content: 'text' },
  columns: { created_at: 'timestamptz' },
  text: ({ messages, user, room, content }) => `
    INSERT INTO reactions AS e (message_id, user_id, room_id, content, created_at)
    SELECT id, ${user}, room_id, ${content}, date_trunc('milliseconds', statement_timestamp())
    FROM messages WHERE id = ANY (${messages}) AND room_id = ${room}
    RETURNING e.created_at`,
});

const NOTIFY = statement('reactions.notify', {
  parameters: { id: 'uuid', messages: 'uuid[]', user: 'int4', room: 'uuid' },
  columns: {},
  text: ({ id, messages, user, room }) => `
    INSERT INTO notifications (id, room_id, user_id, message_id, actor_id, notification_type, created_at)
    SELECT ${id}, m.room_id, m.sender_id, m.id, e.user_id, 'REACTION', e.created_at
    FROM reactions e
    JOIN messages m ON m.room_id = ${room} AND m.id = e.message_id AND m.sender_id <> e.user_id
    JOIN room_members s ON s.room_id = ${room} AND s.user_id = m.sender_id AND ${isAbove('m.seq', 's.history_seq')}
    WHERE e.message_id = ANY (${messages}) AND e.user_id = ${user} AND e.room_id = ${room}`,
});
