import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { statement } from '../../../platform/database/statement.js';
import type { MessageChangeGrant } from '../message.policy.js';
import type { Mentions, StoredMessage } from '../message.view.js';
import { isPendingAboveMark } from '../receipts/unread-sql.js';
import { Mention, WHOLE_ROOM } from './mention.entity.js';
import { addedMentions, mentionedIds } from './mention-check.js';
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
    const place = { room: roomId, message: messageId };
    if (removed.length > 0) await FORGET.changes(manager, { ...place, users: removed });
    if (added.length > 0) await INSERT.rows(manager, { ...place, seq, users: added });
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
    const place = { room: roomId, message: messageId };
    const found = await TO_NOTIFY.rows(manager, { ...place, users: ids, earlier, most: most + 1 });
    const isMany = found.length > most && now.room;
    const userIds = found.map(({ user_id }) => user_id).filter((id) => !isMany || ids.includes(id));
    if (userIds.length === 0) return;
    await NOTIFY.rows(manager, { ...place, users: userIds, ids: userIds.map(() => uuidv7()) });
  }
}

const without = (ids: readonly number[], mentions: Mentions): number[] => {
  const others = new Set(mentionedIds(mentions));
  return ids.filter((id) => !others.has(id));
};

const INSERT = statement('mentions.insert', {
  parameters: { room: 'uuid', message: 'uuid', seq: 'int8', users: 'int4[]' },
  columns: {},
  text: ({ room, message, seq, users }) => `
    INSERT INTO mentions (room_id, message_id, user_id, seq)
    SELECT r.id, ${message}, new.user_id, ${seq}
    FROM rooms r CROSS JOIN unnest(${users}::int[]) AS new (user_id) WHERE r.id = ${room}`,
});

/** Users who are named come first, so that a limit keeps them. */
const TO_NOTIFY = statement('mentions.to_notify', {
  parameters: { room: 'uuid', message: 'uuid', users: 'int4[]', earlier: 'int4[]', most: 'int4' },
  columns: { user_id: 'int4' },
  text: ({ room, message, users, earlier, most }) => `
    SELECT s.user_id FROM room_members s JOIN messages m ON m.room_id = ${room} AND m.id = ${message}
    WHERE s.room_id = ${room} AND (s.user_id = ANY (${users}) OR ${String(WHOLE_ROOM)} = ANY (${users}))
      AND s.user_id <> ALL (${earlier}::int[])
      AND s.user_id <> m.sender_id AND ${isAbove('m.seq', 's.history_seq')} AND m.is_silent IS NOT TRUE
      AND NOT (${isAbove('m.seq', 's.delivered_seq')} AND ${isPendingAboveMark('m', 's', room)}) AND NOT EXISTS (
        SELECT FROM notifications n
        WHERE n.room_id = ${room} AND n.user_id = s.user_id AND n.message_id = ${message}
          AND n.notification_type = 'MENTION')
    ORDER BY s.user_id = ANY (${users}) DESC LIMIT greatest(${most}, cardinality(${users}::int[]))`,
});

const NOTIFY = statement('mentions.notify', {
  parameters: { room: 'uuid', message: 'uuid', users: 'int4[]', ids: 'uuid[]' },
  columns: {},
  text: ({ room, message, users, ids }) => `
    INSERT INTO notifications (id, room_id, user_id, message_id, actor_id, notification_type, created_at)
    SELECT new.id, r.id, new.user_id, ${message}, NULL, 'MENTION', date_trunc('milliseconds', statement_timestamp())
    FROM rooms r CROSS JOIN unnest(${users}::int[], ${ids}::uuid[]) AS new (user_id, id) WHERE r.id = ${room}`,
});

/** Members whom the message does not mention any more; without the mention of the room, all who were notified by it. */
const FORGET = statement('mentions.forget', {
  parameters: { room: 'uuid', message: 'uuid', users: 'int4[]' },
  columns: {},
  text: ({ room, message, users }) => `
    DELETE FROM notifications n
    WHERE n.room_id = ${room} AND n.message_id = ${message} AND n.notification_type = 'MENTION'
      AND (n.user_id = ANY (${users}) OR ${String(WHOLE_ROOM)} = ANY (${users}) AND NOT EXISTS (
        SELECT FROM mentions e WHERE e.room_id = ${room} AND e.message_id = ${message} AND e.user_id = n.user_id))`,
});
