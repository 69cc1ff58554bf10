import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import { storedJsonText } from '../../../platform/database/stored-text.js';
import type { UnheldRoom } from '../../rooms/holds/unheld-room.js';
import { AttachedUploads } from '../attachments/attached-uploads.js';
import { storedPreviews } from '../link-previews/link-preview.view.js';
import { HeldMessageRow } from '../held/held-message.entity.js';
import { Mention } from '../mentions/mention.entity.js';
import { Message } from '../message.entity.js';
import { mentionsAny } from '../mentions/mention-check.js';
import { isInRoom } from '../threads/thread-sql.js';
import { PollRow } from '../polls/poll.entity.js';
import type { MessageChangeGrant } from '../message.policy.js';
import { isEmpty } from '../sending/message-request.js';
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
    const rows = await LOCK.rows(manager, { messages: ids, room: roomId, user: userId ?? null });
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
    await RECORD_DELETIONS.rows(manager, { messages: messageIds, seq, room: roomId });
    await this.uploads.release(manager, messageIds);
    await manager.delete(Mention, { roomId, messageId: Any(messageIds) });
    await manager.delete(HeldMessageRow, { roomId, messageId: Any(messageIds) });
    if (hasPolls) await manager.delete(PollRow, { roomId, messageId: Any(messageIds) });
    await this.changeReferencing(manager, { roomId, gone: messageIds, seq, threadIds }, 'unlinked');
    await manager.delete(Message, { id: Any(messageIds), roomId });
    const threads = { room: roomId, threads: [...messageIds, ...threadIds] };
    await LEAVE_THREADS.changes(manager, threads);
    await DELETE_DRAFTS.changes(manager, threads);
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
    await FORGET.changes(manager, { messages: messageIds, room: roomId });
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
    const unlinked = replies === 'unlinked';
    await CHANGE_REFERENCING.changes(manager, { room: roomId, gone, seq, unlinked, threads: threadIds });
  }

  /** Sets the room's last message to the newest remaining one, if the last message was deleted. */
  private async findLastMessage(manager: EntityManager, roomId: string, gone: readonly string[]): Promise<void> {
    await FIND_LAST_MESSAGE.changes(manager, { room: roomId, gone });
  }
}

const LOCK = statement('message_changes.lock', {
  parameters: { messages: 'uuid[]', room: 'uuid', user: 'int4 | null' },
  columns: {
    id: 'uuid',
    senderId: 'int4',
    isDeleted: 'bool',
    threadId: 'uuid | null',
    hasPoll: 'bool | null',
    asked: 'bool',
  },
  text: ({ messages, room, user }) => `
    SELECT id, sender_id AS "senderId", is_deleted AS "isDeleted", thread_id AS "threadId", has_poll AS "hasPoll",
      id = ANY (${messages}) AND (${user}::int IS NULL
      OR seq > (SELECT history_seq FROM room_members WHERE room_id = ${room} AND user_id = ${user})) IS TRUE AS asked
    FROM messages
    WHERE room_id = ${room} AND (id = ANY (${messages}) OR parent_id = ANY (${messages}) OR forwarded_from_id = ANY (${messages}))
    ORDER BY id FOR UPDATE`,
});

const RECORD_DELETIONS = statement('message_changes.record_deletions', {
  parameters: { messages: 'uuid[]', seq: 'int8', room: 'uuid' },
  columns: {},
  text: ({ messages, seq, room }) => `
    INSERT INTO message_deletions (message_id, room_id, change_seq, seq, sender_id, client_message_id, created_at)
    SELECT id, room_id, ${seq}, seq, sender_id, client_message_id, created_at
    FROM messages WHERE id = ANY (${messages}) AND room_id = ${room}`,
});

const FORGET = statement('message_changes.forget', {
  parameters: { messages: 'uuid[]', room: 'uuid' },
  columns: {},
  text: ({ messages, room }) => `
    DELETE FROM notifications WHERE message_id = ANY (${messages}) AND room_id = ${room}`,
});

const CHANGE_REFERENCING = statement('message_changes.change_referencing', {
  parameters: { room: 'uuid', gone: 'uuid[]', seq: 'int8', unlinked: 'bool', threads: 'uuid[]' },
  columns: {},
  text: ({ room, gone, seq, unlinked, threads }) => `
    UPDATE messages
    SET change_seq = ${seq}, parent_id = CASE WHEN ${unlinked} AND parent_id = ANY (${gone}) THEN NULL ELSE parent_id END
    WHERE room_id = ${room} AND (parent_id = ANY (${gone}) OR forwarded_from_id = ANY (${gone}) OR id = ANY (${threads}))
      AND NOT id = ANY (${gone})`,
});

const FIND_LAST_MESSAGE = statement('message_changes.find_last_message', {
  parameters: { room: 'uuid', gone: 'uuid[]' },
  columns: {},
  text: ({ room, gone }) => `
    UPDATE rooms r
    SET last_message_id = (
      SELECT m.id FROM messages m WHERE m.room_id = ${room} AND NOT m.is_deleted AND ${isInRoom('m')}
      ORDER BY m.seq DESC LIMIT 1)
    WHERE r.id = ${room} AND r.last_message_id = ANY (${gone})`,
});

/** @param thread the id of a thread of the room: it has neither a reply nor a first message any more */
const hasEnded = (room: string, thread: string): string => `
  NOT EXISTS (SELECT FROM messages t WHERE t.room_id = ${room} AND t.thread_id = ${thread})
    AND NOT EXISTS (SELECT FROM messages b WHERE b.room_id = ${room} AND b.id = ${thread})`;

/** Deletes what members have of these threads, as far as they have ended. */
const LEAVE_THREADS = statement('message_changes.leave_threads', {
  parameters: { room: 'uuid', threads: 'uuid[]' },
  columns: {},
  text: ({ room, threads }) => `
    DELETE FROM thread_members f
    WHERE f.room_id = ${room} AND f.thread_id = ANY (${threads}) AND ${hasEnded(room, 'f.thread_id')}`,
});

/** As {@link LEAVE_THREADS}. */
const DELETE_DRAFTS = statement('message_changes.delete_drafts', {
  parameters: { room: 'uuid', threads: 'uuid[]' },
  columns: {},
  text: ({ room, threads }) => `
    DELETE FROM drafts d
    WHERE d.room_id = ${room} AND d.place_id = ANY (${threads}) AND ${hasEnded(room, 'd.place_id')}`,
});
