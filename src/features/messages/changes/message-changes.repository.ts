import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { storedJsonText } from '../../../platform/database/stored-text.js';
import type { UnheldRoom } from '../../rooms/holds/unheld-room.js';
import { AttachedUploads } from '../attachments/attached-uploads.js';
import { storedPreviews } from '../link-previews/link-preview.rows.js';
import { HeldMessageRow } from '../held/held-message.entity.js';
import { Mention } from '../mentions/mention.entity.js';
import { Message } from '../message.entity.js';
import { mentionsAny } from '../mentions/mention.rows.js';
import { isInRoom } from '../threads/thread-sql.js';
import { PollRow } from '../polls/poll.entity.js';
import type { MessageChangeGrant } from '../message.policy.js';
import { isEmpty } from '../sending/message-parts.js';
import type { Edited } from './message-edit.js';

/** The data that decide whether a message may be deleted. */
export type Deletable = Readonly<Pick<Message, 'id' | 'senderId' | 'isDeleted' | 'threadId' | 'hasPoll'>>;

/** The number of a deletion, and what it deletes besides rows of messages. */
export interface Deletion {
  readonly room: UnheldRoom;
  readonly seq: number;
  /** The threads of which it deletes replies. */
  readonly threadIds: readonly string[];
  readonly hasPolls: boolean;
}

/** The threads in which any of these messages is a reply. */
export const threadsOf = (messages: readonly Deletable[]): string[] => [
  ...new Set(messages.flatMap(({ threadId }) => threadId ?? [])),
];

export const havePolls = (messages: readonly Deletable[]): boolean => messages.some(({ hasPoll }) => hasPoll === true);

/**
 * The time of a change, in SQL: that of its statement, which begins after the lock of the room. Not that of the
 * transaction, which may have waited for the lock since it began.
 */
const NOW = "date_trunc('milliseconds', statement_timestamp())";

/**
 * Writes changes of messages, each with a sequence number that was taken in the same transaction. Raw SQL is what takes
 * locks in an order, moves or changes rows by what other rows say, or writes notifications, whose entity belongs to a
 * feature that imports this one.
 */
@Injectable()
export class MessageChangesRepository {
  constructor(private readonly uploads: AttachedUploads) {}

  async edit(
    manager: EntityManager,
    { roomId, messageIds }: MessageChangeGrant<'message.edit'>,
    { content, metadata, mentions, linkPreviews, seq }: Edited & { readonly seq: number; readonly room: UnheldRoom },
  ): Promise<void> {
    await manager.update(
      Message,
      { id: Any(messageIds), roomId },
      {
        content,
        isEdited: true,
        changeSeq: seq,
        updatedAt: () => NOW,
        editedAt: () => NOW,
        metadata: isEmpty(metadata) ? null : storedJsonText(metadata),
        hasMentions: mentionsAny(mentions) || null,
        linkPreviews: storedPreviews(linkPreviews),
      },
    );
  }

  /**
   * The existing ones of the messages of a locked room. They are locked in the order of their ids, as receipts and
   * forwards lock messages too, to prevent deadlocks. Their replies and forwards in the room change too, and are locked
   * with them.
   * @param place with a user: only the messages that this member sees
   */
  async lock(
    manager: EntityManager,
    { roomId, userId }: { readonly roomId: string; readonly userId?: number },
    ids: readonly string[],
  ): Promise<Deletable[]> {
    const rows = await manager.query<(Deletable & { asked: boolean })[]>(
      `SELECT id, sender_id AS "senderId", is_deleted AS "isDeleted", thread_id AS "threadId", has_poll AS "hasPoll",
         id = ANY ($1) AND ($3::int IS NULL
         OR seq > (SELECT history_seq FROM room_members WHERE room_id = $2 AND user_id = $3)) IS TRUE AS asked
       FROM messages
       WHERE room_id = $2 AND (id = ANY ($1) OR parent_id = ANY ($1) OR forwarded_from_id = ANY ($1))
       ORDER BY id FOR UPDATE`,
      [ids, roomId, userId ?? null],
    );
    return rows
      .filter(({ asked }) => asked)
      .map(({ id, senderId, isDeleted, threadId, hasPoll }) => ({ id, senderId, isDeleted, threadId, hasPoll }));
  }

  /**
   * Deletes the rows of locked messages with their dependent rows. A row of `message_deletions` remains of each, with
   * the sequence numbers of the message and of its deletion.
   */
  async erase(
    manager: EntityManager,
    { roomId, messageIds }: MessageChangeGrant<'message.delete'>,
    { seq, threadIds, hasPolls }: Deletion,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO message_deletions (message_id, room_id, change_seq, seq, sender_id, client_message_id, created_at)
       SELECT id, room_id, $2, seq, sender_id, client_message_id, created_at
       FROM messages WHERE id = ANY ($1) AND room_id = $3`,
      [messageIds, seq, roomId],
    );
    await this.uploads.release(manager, messageIds);
    await manager.delete(Mention, { roomId, messageId: Any(messageIds) });
    await manager.delete(HeldMessageRow, { roomId, messageId: Any(messageIds) });
    if (hasPolls) await manager.delete(PollRow, { roomId, messageId: Any(messageIds) });
    await this.changeReferencing(manager, { roomId, gone: messageIds, seq, threadIds }, 'unlinked');
    await manager.delete(Message, { id: Any(messageIds), roomId });
    const threads = [roomId, [...messageIds, ...threadIds]];
    for (const statement of [LEAVE_THREADS, DELETE_DRAFTS]) await manager.query(statement, threads);
    await this.findLastMessage(manager, roomId, messageIds);
  }

  /** Marks messages as deleted, and keeps their rows. */
  async hide(
    manager: EntityManager,
    { roomId, messageIds }: MessageChangeGrant<'message.delete'>,
    { seq, threadIds }: Deletion,
  ): Promise<void> {
    await manager.update(
      Message,
      { id: Any(messageIds), roomId },
      { isDeleted: true, changeSeq: seq, updatedAt: () => NOW, pinnedSeq: null, pinnedBy: null, pinnedAt: null },
    );
    await this.uploads.release(manager, messageIds);
    await manager.delete(Mention, { roomId, messageId: Any(messageIds) });
    await manager.delete(HeldMessageRow, { roomId, messageId: Any(messageIds) });
    await this.changeReferencing(manager, { roomId, gone: messageIds, seq, threadIds }, 'linked');
    await manager.query('DELETE FROM notifications WHERE message_id = ANY ($1) AND room_id = $2', [messageIds, roomId]);
    await this.findLastMessage(manager, roomId, messageIds);
  }

  /**
   * Records a change of the replies to and forwards of deleted messages: they no longer contain these messages. The
   * messages that started threads of deleted replies change too.
   * @param replies whether they still refer to the messages, whose rows stay
   */
  private async changeReferencing(
    manager: EntityManager,
    {
      roomId,
      gone,
      seq,
      threadIds,
    }: Pick<Deletion, 'seq' | 'threadIds'> & { readonly roomId: string; readonly gone: readonly string[] },
    replies: 'linked' | 'unlinked',
  ): Promise<void> {
    await manager.query(
      `UPDATE messages SET change_seq = $3, parent_id = CASE WHEN $4 AND parent_id = ANY ($2) THEN NULL ELSE parent_id END
       WHERE room_id = $1 AND (parent_id = ANY ($2) OR forwarded_from_id = ANY ($2) OR id = ANY ($5))
         AND NOT id = ANY ($2)`,
      [roomId, gone, seq, replies === 'unlinked', threadIds],
    );
  }

  /** Sets the room's last message to the newest remaining one, if the last message was deleted. */
  private async findLastMessage(manager: EntityManager, roomId: string, gone: readonly string[]): Promise<void> {
    await manager.query(
      `UPDATE rooms r
       SET last_message_id = (
         SELECT m.id FROM messages m WHERE m.room_id = $1 AND NOT m.is_deleted AND ${isInRoom('m')} ORDER BY m.seq DESC LIMIT 1)
       WHERE r.id = $1 AND r.last_message_id = ANY ($2)`,
      [roomId, gone],
    );
  }
}

/** @param thread the id of a thread: it has neither a reply nor a first message any more */
const hasEnded = (thread: string): string => `
  NOT EXISTS (SELECT FROM messages t WHERE t.room_id = $1 AND t.thread_id = ${thread})
    AND NOT EXISTS (SELECT FROM messages b WHERE b.room_id = $1 AND b.id = ${thread})`;

/** Delete what members have of these threads, as far as they have ended. */
const LEAVE_THREADS = `
  DELETE FROM thread_members f WHERE f.room_id = $1 AND f.thread_id = ANY ($2) AND ${hasEnded('f.thread_id')}`;
const DELETE_DRAFTS = `
  DELETE FROM drafts d WHERE d.room_id = $1 AND d.place_id = ANY ($2) AND ${hasEnded('d.place_id')}`;
