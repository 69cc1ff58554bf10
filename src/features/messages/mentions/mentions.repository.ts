import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import type { MessageChangeGrant } from '../message.policy.js';
import type { Mentions, StoredMessage } from '../message.view.js';
import { isPendingAboveMark } from '../receipts/unread-sql.js';
import { Mention, WHOLE_ROOM } from './mention.entity.js';
import { addedMentions, mentionedIds } from './mention.rows.js';
import { isAbove } from '../named-messages-sql.js';

/** Mentions of messages that are edited. Raw SQL: the rows are joined with their room, as those of sends are. */
@Injectable()
export class MentionsRepository {
  /** Replaces the mentions of the message, in a locked room. */
  async replace(
    manager: EntityManager,
    { roomId }: MessageChangeGrant<'message.edit'>,
    { id: messageId, seq, mentions: before }: StoredMessage,
    now: Mentions,
  ): Promise<void> {
    const [removed, added] = [without(mentionedIds(before), now), without(mentionedIds(now), before)];
    if (removed.length > 0) await manager.delete(Mention, { roomId, messageId, userId: Any(removed) });
    if (removed.length > 0) await manager.query(FORGET, [roomId, messageId, removed]);
    if (added.length > 0) await manager.query(INSERT, [roomId, messageId, seq, added]);
  }

  /**
   * Stores notifications for members whom the message mentions now and did not before, if they have acknowledged it: to
   * the others the message itself is still to be notified. A mention of the whole room notifies all if they are few.
   * @param most the number of members up to which a mention of the room does so
   */
  async notify(
    manager: EntityManager,
    { roomId }: MessageChangeGrant<'message.edit'>,
    { id: messageId, mentions: before }: StoredMessage,
    { now, most }: { readonly now: Mentions; readonly most: number },
  ): Promise<void> {
    const added = addedMentions(before, now);
    if (!added) return;
    const { ids, earlier = [] } = added;
    const found = await manager.query<{ user_id: number }[]>(TO_NOTIFY, [roomId, messageId, ids, earlier, most + 1]);
    const isMany = found.length > most && now.room;
    const userIds = found.map(({ user_id }) => user_id).filter((id) => !isMany || ids.includes(id));
    if (userIds.length === 0) return;
    await manager.query(NOTIFY, [roomId, messageId, userIds, userIds.map(() => uuidv7())]);
  }
}

const without = (ids: readonly number[], mentions: Mentions): number[] => {
  const others = new Set(mentionedIds(mentions));
  return ids.filter((id) => !others.has(id));
};

const INSERT = `
  INSERT INTO mentions (room_id, message_id, user_id, seq)
  SELECT r.id, $2, new.user_id, $3 FROM rooms r CROSS JOIN unnest($4::int[]) AS new (user_id) WHERE r.id = $1`;

/** Users who are named come first, so that a limit keeps them. */
const TO_NOTIFY = `
  SELECT s.user_id FROM room_members s JOIN messages m ON m.room_id = $1 AND m.id = $2
  WHERE s.room_id = $1 AND (s.user_id = ANY ($3) OR ${String(WHOLE_ROOM)} = ANY ($3)) AND s.user_id <> ALL ($4::int[])
    AND s.user_id <> m.sender_id AND ${isAbove('m.seq', 's.history_seq')} AND m.is_silent IS NOT TRUE
    AND NOT (${isAbove('m.seq', 's.delivered_seq')} AND ${isPendingAboveMark('m', 's', '$1')}) AND NOT EXISTS (
      SELECT FROM notifications n
      WHERE n.room_id = $1 AND n.user_id = s.user_id AND n.message_id = $2 AND n.notification_type = 'MENTION')
  ORDER BY s.user_id = ANY ($3) DESC LIMIT greatest($5, cardinality($3::int[]))`;

const NOTIFY = `
  INSERT INTO notifications (id, room_id, user_id, message_id, actor_id, notification_type, created_at)
  SELECT new.id, r.id, new.user_id, $2, NULL, 'MENTION', date_trunc('milliseconds', statement_timestamp())
  FROM rooms r CROSS JOIN unnest($3::int[], $4::uuid[]) AS new (user_id, id) WHERE r.id = $1`;

/** Members whom the message does not mention any more; without the mention of the room, all who were notified by it. */
const FORGET = `
  DELETE FROM notifications n
  WHERE n.room_id = $1 AND n.message_id = $2 AND n.notification_type = 'MENTION'
    AND (n.user_id = ANY ($3) OR ${String(WHOLE_ROOM)} = ANY ($3) AND NOT EXISTS (
      SELECT FROM mentions e WHERE e.room_id = $1 AND e.message_id = $2 AND e.user_id = n.user_id))`;
