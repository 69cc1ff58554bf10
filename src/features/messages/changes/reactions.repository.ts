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
import type { FurtherReaction } from './reaction.entity.js';
import { isAbove } from '../named-messages-sql.js';

/** A reaction of a user. */
export interface OwnReaction {
  readonly content: string;
  readonly createdAt: Date;
}

/** The reactions to a message. */
interface Kinds {
  /** How many different ones there are; 0 if it has that of the question. */
  readonly count: number;
  /** Whether the message has the reaction of the question. */
  readonly has: boolean;
}

/**
 * Reads and writes the reactions of a grant's user to the grant's message. The inserts are raw SQL: they select the rows
 * to insert, so that a deleted message gets no reaction, and a former member no notification.
 */
@Injectable()
export class ReactionsRepository {
  /** The current reactions, the first one first. */
  async present(
    manager: EntityManager,
    { userId, roomId, messageIds }: MessageChangeGrant<'message.react'>,
  ): Promise<readonly OwnReaction[]> {
    const row = await manager.findOneBy(Reaction, { messageId: Any(messageIds), userId, roomId });
    if (!row) return [];
    const further = row.further ?? [];
    return [
      { content: row.content, createdAt: row.createdAt },
      ...further.map(([content, createdAt]) => ({ content, createdAt: new Date(createdAt) })),
    ];
  }

  /** How many different reactions the message has, of all users. */
  async kinds(
    manager: EntityManager,
    { roomId, messageIds }: MessageChangeGrant<'message.react'>,
    content: string,
  ): Promise<Kinds> {
    const found = { messages: messageIds, room: roomId, content: storedText(content) };
    const { kinds, is_there } = await KINDS.one(manager, found);
    return { count: kinds, has: is_there };
  }

  /**
   * Removes a reaction, which leaves the others.
   * @param left the others: if there are none, the notification is removed too
   */
  async remove(
    manager: EntityManager,
    { userId, roomId, messageIds }: MessageChangeGrant<'message.react'>,
    [first, ...further]: readonly OwnReaction[],
    seq: number,
  ): Promise<void> {
    const row = { messageId: Any(messageIds), userId, roomId };
    await (first
      ? manager.update(Reaction, row, { ...first, further: storedFurther(further) })
      : manager.delete(Reaction, row));
    await manager.update(Message, { id: Any(messageIds), roomId }, { changeSeq: seq });
  }

  /**
   * Sets the reaction, which replaces all others of the user.
   * @returns the time of the reaction; undefined if the message does not exist any more
   */
  async put(
    manager: EntityManager,
    grant: MessageChangeGrant<'message.react'>,
    { reaction_content: content }: Permitted<{ readonly reaction_content: string }>,
    seq: number,
  ): Promise<Date | undefined> {
    await this.remove(manager, grant, [], seq);
    const row = await PUT.row(manager, {
      messages: grant.messageIds,
      user: grant.userId,
      room: grant.roomId,
      content: storedText(content),
    });
    return row?.created_at;
  }

  /**
   * Adds the reaction to others of the user, of which there is at least one.
   * @returns its time
   */
  async add(
    manager: EntityManager,
    { userId, roomId, messageIds }: MessageChangeGrant<'message.react'>,
    { reaction_content: content }: Permitted<{ readonly reaction_content: string }>,
    seq: number,
  ): Promise<Date | undefined> {
    await manager.update(Message, { id: Any(messageIds), roomId }, { changeSeq: seq });
    const row = await ADD.row(manager, {
      messages: messageIds,
      user: userId,
      room: roomId,
      content: storedText(content),
    });
    return row?.created_at;
  }

  /**
   * Stores a notification for the message's sender, if that is another user, and a member who sees it. A sender who has
   * one of reactions of the user to the message keeps it.
   */
  async notify(
    manager: EntityManager,
    { userId, roomId, messageIds }: MessageChangeGrant<'message.react'>,
    at: Date,
  ): Promise<void> {
    await NOTIFY.rows(manager, { id: uuidv7(), messages: messageIds, user: userId, room: roomId, at });
  }
}

const storedFurther = (further: readonly OwnReaction[]): readonly FurtherReaction[] | null =>
  further.length > 0 ? further.map(({ content, createdAt }) => [content, createdAt.toISOString()]) : null;

const PUT = statement('reactions.put', {
  parameters: { messages: 'uuid[]', user: 'int4', room: 'uuid', content: 'text' },
  columns: { created_at: 'timestamptz' },
  text: ({ messages, user, room, content }) => `
    INSERT INTO reactions AS e (message_id, user_id, room_id, content, created_at)
    SELECT id, ${user}, room_id, ${content}, date_trunc('milliseconds', statement_timestamp())
    FROM messages WHERE id = ANY (${messages}) AND room_id = ${room}
    RETURNING e.created_at`,
});

const ADD = statement('reactions.add', {
  parameters: { messages: 'uuid[]', user: 'int4', room: 'uuid', content: 'text' },
  columns: { created_at: 'timestamptz' },
  text: ({ messages, user, room, content }) => `
    UPDATE reactions e SET further = coalesce(e.further, '[]') || jsonb_build_array(
      jsonb_build_array(${content}::text, date_trunc('milliseconds', statement_timestamp())))
    WHERE e.message_id = ANY (${messages}) AND e.user_id = ${user} AND e.room_id = ${room}
    RETURNING (e.further -> -1 ->> 1)::timestamptz AS created_at`,
});

/** The reactions of all users to the message. */
const MADE = ({ messages, room }: Record<'messages' | 'room', string>): string => `
  SELECT made.content FROM reactions e
  CROSS JOIN LATERAL (
    SELECT e.content
    UNION ALL SELECT each ->> 0 FROM jsonb_array_elements(e.further) each) made
  WHERE e.message_id = ANY (${messages}) AND e.room_id = ${room}`;

/** A reaction that is there is found among the first ones, so all are read for a new one only. */
const KINDS = statement('reactions.kinds', {
  parameters: { messages: 'uuid[]', room: 'uuid', content: 'text' },
  columns: { is_there: 'bool not null', kinds: 'int4 not null' },
  text: ({ content, ...places }) => `
    SELECT found.is_there,
      CASE WHEN found.is_there THEN 0 ELSE (SELECT count(DISTINCT all_made.content)::int4 FROM (${MADE(places)}) all_made)
      END AS kinds
    FROM (SELECT EXISTS (SELECT FROM (${MADE(places)}) m WHERE m.content = ${content}) AS is_there) found`,
});

const NOTIFY = statement('reactions.notify', {
  parameters: { id: 'uuid', messages: 'uuid[]', user: 'int4', room: 'uuid', at: 'timestamptz' },
  columns: {},
  text: ({ id, messages, user, room, at }) => `
    INSERT INTO notifications (id, room_id, user_id, message_id, actor_id, notification_type, created_at)
    SELECT ${id}, m.room_id, m.sender_id, m.id, e.user_id, 'REACTION', ${at}
    FROM reactions e
    JOIN messages m ON m.room_id = ${room} AND m.id = e.message_id AND m.sender_id <> e.user_id
    JOIN room_members s ON s.room_id = ${room} AND s.user_id = m.sender_id AND ${isAbove('m.seq', 's.history_seq')}
    WHERE e.message_id = ANY (${messages}) AND e.user_id = ${user} AND e.room_id = ${room}
    ON CONFLICT (message_id, actor_id, room_id) DO NOTHING`,
});
