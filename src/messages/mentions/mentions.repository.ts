import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { MessageChangeGrant } from '../message.policy.js';
import type { Mentions, StoredMessage } from '../message.view.js';
import { Mention } from './mention.entity.js';
import { mentionedIds } from './mention.rows.js';

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
    if (added.length > 0) await manager.query(INSERT, [roomId, messageId, seq, added]);
  }
}

const without = (ids: readonly number[], mentions: Mentions): number[] => {
  const others = new Set(mentionedIds(mentions));
  return ids.filter((id) => !others.has(id));
};

const INSERT = `
  INSERT INTO mentions (room_id, message_id, user_id, seq)
  SELECT r.id, $2, new.user_id, $3 FROM rooms r CROSS JOIN unnest($4::int[]) AS new (user_id) WHERE r.id = $1`;
