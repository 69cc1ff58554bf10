import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { DeploymentRole, User } from '@parley/protocol';
import { Any, DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { HeldSettings } from './held.settings.js';
import type { QuerySource } from '../../../platform/database/query.js';
import { statement } from '../../../platform/database/statement.js';
import type { PlacedId } from '../../rooms/among-rooms.js';
import { leadersOf, lockMembership } from '../../rooms/membership/member.rows.js';
import { lockUser, usersById } from '../../users/user.rows.js';
import type { MessageGrant, MessageChangeGrant } from '../message.policy.js';
import type { NewMessage } from '../sending/message-insert.js';
import { RowRefused } from '../sending/message-insert.js';
import type { SendKey } from '../sending/messages.repository.js';
import type { ReleaseGrant } from './release.policy.js';
import { HeldMessageRow } from './held-message.entity.js';
import { DECIDED_COLUMNS, HELD_COLUMNS, heldColumns } from './held.rows.js';
import type { DecidedRow, HeldId, HeldRow } from './held.rows.js';

/** The number and the bytes of a user's held messages. */
interface HeldSum {
  readonly count: number;
  readonly bytes: number;
}

/** The most leaders who are notified; all of them can read the list. */
const MOST_INFORMED = 200;

/** So long a message that was rejected is refused when it is sent again. */
const REJECTED_SECONDS = 86_400;

/** Messages and edits that are held. Raw SQL, because the clock of the database decides, and roles under locks. */
@Injectable()
export class HeldMessagesRepository {
  private readonly days: number;

  constructor(
    private readonly source: DataSource,
    settings: HeldSettings,
  ) {
    this.days = settings.days;
  }

  /** Keeps a membership until the transaction ends. Lock users after it. @returns false for a user who has left */
  async lockMembership(manager: EntityManager, { roomId, userId }: MessageGrant<'message.send'>): Promise<boolean> {
    return lockMembership(manager, { roomId, userId });
  }

  /** Serialises the additions of a user until the transaction ends. @returns what the user has, but for one message */
  async lockSum(manager: EntityManager, userId: number, except: string): Promise<HeldSum> {
    await lockUser(manager, userId);
    return SUM.one(manager, { user: userId, except });
  }

  async insert(
    manager: EntityManager,
    { roomId, userId }: MessageGrant<'message.send'>,
    { messageId, clientMessageId, body }: Pick<HeldRow, 'messageId' | 'clientMessageId' | 'body'>,
  ): Promise<HeldRow> {
    return PUT.one(manager, {
      room: roomId,
      message: messageId,
      user: userId,
      is_edit: false,
      client_id: clientMessageId,
      body,
      days: this.days,
    });
  }

  /** In place of an earlier edit of the message that is held. */
  async putEdit(
    manager: EntityManager,
    { roomId, userId, messageIds: [messageId = ''] }: MessageChangeGrant<'message.edit'>,
    body: string,
  ): Promise<HeldRow> {
    return PUT.one(manager, {
      room: roomId,
      message: messageId,
      user: userId,
      is_edit: true,
      client_id: null,
      body,
      days: this.days,
    });
  }

  async find({ roomId, messageId }: HeldId, source: QuerySource = this.source): Promise<HeldRow | undefined> {
    return FIND.row(source, { room: roomId, message: messageId });
  }

  /** Finds the held or rejected message that was sent under this key. */
  async sent(
    { roomId, senderId, clientMessageId }: SendKey,
    source: QuerySource = this.source,
  ): Promise<DecidedRow | undefined> {
    return SENT.row(source, { room: roomId, sender: senderId, client_id: clientMessageId });
  }

  /** @returns undefined for a user who may not log in */
  async activeSender({ userId }: HeldRow): Promise<User | undefined> {
    return (await usersById(this.source, [userId], 'active')).get(userId);
  }

  /** The rooms of those of these messages that the user has sent, or may decide about. */
  async rooms(userId: number, messageIds: readonly string[]): Promise<readonly PlacedId[]> {
    return ROOMS.rows(this.source, { user: userId, messages: messageIds });
  }

  /** The first leaders of a room, who are notified. */
  async leaders(roomId: string, source: QuerySource = this.source): Promise<number[]> {
    return leadersOf(source, roomId, MOST_INFORMED);
  }

  /**
   * Ends what is released by the transaction that stores it, whose room is locked.
   * @param stored the ids of those that were stored
   * @throws RowRefused of Refusal 4004 if it was decided meanwhile, or if the leader does not lead the room any more
   */
  async releaseStored(
    manager: EntityManager,
    messages: readonly NewMessage[],
    stored: ReadonlySet<string>,
  ): Promise<void> {
    for (const { id, releasedBy } of messages) {
      if (!releasedBy || !stored.has(id)) continue;
      if (!(await this.release(manager, releasedBy))) throw new RowRefused(notFound('No such held message.'));
    }
  }

  /** @returns false if it was decided meanwhile, or if the user does not lead the room or have the role any more */
  async release(manager: EntityManager, { roomId, messageIds, userId, roles }: ReleaseGrant): Promise<boolean> {
    if (roles && !(await this.hasRole(manager, userId, roles))) return false;
    const count = await (roles
      ? RELEASE_BY_ROLE.changes(manager, { room: roomId, messages: messageIds })
      : RELEASE.changes(manager, { room: roomId, messages: messageIds, leader: userId }));
    return count > 0;
  }

  private async hasRole(manager: EntityManager, userId: number, roles: readonly DeploymentRole[]): Promise<boolean> {
    return (await HAS_ROLE.rows(manager, { user: userId, roles })).length > 0;
  }

  /** Ends what is held of messages of a room that were edited or deleted. */
  async dropEdits(manager: EntityManager, roomId: string, messageIds: readonly string[]): Promise<void> {
    await manager.delete(HeldMessageRow, { roomId, messageId: Any(messageIds), isEdit: true });
  }

  /**
   * A message with a `client_message_id` leaves it for a day.
   * @returns undefined if it was decided meanwhile; otherwise when the row is to be deleted, or null if it is
   */
  async reject(manager: EntityManager, { roomId, messageId }: HeldId): Promise<{ end: Date | null } | undefined> {
    const named = { room: roomId, message: messageId };
    const kept = await REJECT.row(manager, { ...named, seconds: REJECTED_SECONDS });
    if (kept) return kept;
    const deleted = await DELETE_HELD.changes(manager, named);
    return deleted > 0 ? { end: null } : undefined;
  }

  /** Deletes the trace of a rejected message. @returns whether there was one whose time is over */
  async forget(manager: EntityManager, { roomId, messageId }: HeldId): Promise<boolean> {
    return (await FORGET.changes(manager, { room: roomId, message: messageId })) > 0;
  }
}

/** With milliseconds, as clients receive it: a cursor has the time of its item. */
const NOW = `date_trunc('milliseconds', statement_timestamp())`;

/** Asks every part of a distributed database. */
const SUM = statement('held.sum', {
  parameters: { user: 'int4', except: 'uuid' },
  columns: { count: 'int4', bytes: 'int4' },
  isPrepared: true,
  text: ({ user, except }) => `
    SELECT count(*)::int AS count, coalesce(sum(octet_length(body)), 0)::int AS bytes
    FROM held_messages WHERE user_id = ${user} AND body IS NOT NULL AND message_id <> ${except}`,
});

const PUT = statement('held.put', {
  parameters: {
    room: 'uuid',
    message: 'uuid',
    user: 'int4',
    is_edit: 'bool',
    client_id: 'uuid | null',
    body: 'text',
    days: 'int4',
  },
  columns: HELD_COLUMNS,
  isPrepared: true,
  text: ({ room, message, user, is_edit: isEdit, client_id: clientId, body, days }) => `
    INSERT INTO held_messages AS h
      (room_id, message_id, user_id, is_edit, client_message_id, body, held_at, held_until)
    VALUES (${room}, ${message}, ${user}, ${isEdit}, ${clientId}, ${body}, ${NOW}, ${NOW} + ${days}::int * interval '1 day')
    ON CONFLICT (room_id, message_id) DO UPDATE
    SET body = excluded.body, held_at = excluded.held_at, held_until = excluded.held_until
    RETURNING ${heldColumns}`,
});

const FIND = statement('held.find', {
  parameters: { room: 'uuid', message: 'uuid' },
  columns: HELD_COLUMNS,
  isPrepared: true,
  text: ({ room, message }) => `
    SELECT ${heldColumns} FROM held_messages h
    WHERE h.room_id = ${room} AND h.message_id = ${message} AND h.body IS NOT NULL`,
});

const SENT = statement('held.sent', {
  parameters: { room: 'uuid', sender: 'int4', client_id: 'uuid' },
  columns: DECIDED_COLUMNS,
  isPrepared: true,
  text: ({ room, sender, client_id: clientId }) => `
    SELECT ${heldColumns} FROM held_messages h
    WHERE h.room_id = ${room} AND h.user_id = ${sender} AND h.client_message_id = ${clientId}`,
});

const ROOMS = statement('held.rooms', {
  parameters: { user: 'int4', messages: 'uuid[]' },
  columns: { id: 'uuid', roomId: 'uuid' },
  isPrepared: true,
  text: ({ user, messages }) => `
    SELECT h.message_id AS id, h.room_id AS "roomId" FROM held_messages h
    JOIN room_members own ON own.room_id = h.room_id AND own.user_id = ${user}
    WHERE h.message_id = ANY (${messages}) AND h.body IS NOT NULL AND (own.role <> 'member' OR h.user_id = ${user})`,
});

const RELEASE = statement('held.release', {
  parameters: { room: 'uuid', messages: 'uuid[]', leader: 'int4' },
  columns: {},
  isPrepared: true,
  text: ({ room, messages, leader }) => `
    DELETE FROM held_messages h USING room_members l
    WHERE h.room_id = ${room} AND h.message_id = ANY (${messages}) AND h.body IS NOT NULL
      AND l.room_id = ${room} AND l.user_id = ${leader} AND l.role <> 'member'`,
});

/** Without a membership. */
const RELEASE_BY_ROLE = statement('held.release_by_role', {
  parameters: { room: 'uuid', messages: 'uuid[]' },
  columns: {},
  isPrepared: true,
  text: ({ room, messages }) => `
    DELETE FROM held_messages WHERE room_id = ${room} AND message_id = ANY (${messages}) AND body IS NOT NULL`,
});

const HAS_ROLE = statement('held.has_role', {
  parameters: { user: 'int4', roles: 'text[]' },
  columns: {},
  isPrepared: true,
  text: ({ user, roles }) => `SELECT FROM users WHERE id = ${user} AND is_active AND role = ANY (${roles})`,
});

const REJECT = statement('held.reject', {
  parameters: { room: 'uuid', message: 'uuid', seconds: 'int4' },
  columns: { end: 'timestamptz' },
  isPrepared: true,
  text: ({ room, message, seconds }) => `
    UPDATE held_messages SET body = NULL, held_until = ${NOW} + ${seconds}::int * interval '1 second'
    WHERE room_id = ${room} AND message_id = ${message} AND body IS NOT NULL AND client_message_id IS NOT NULL
    RETURNING held_until AS end`,
});

const DELETE_HELD = statement('held.delete', {
  parameters: { room: 'uuid', message: 'uuid' },
  columns: {},
  isPrepared: true,
  text: ({ room, message }) => `
    DELETE FROM held_messages WHERE room_id = ${room} AND message_id = ${message} AND body IS NOT NULL`,
});

const FORGET = statement('held.forget', {
  parameters: { room: 'uuid', message: 'uuid' },
  columns: {},
  isPrepared: true,
  text: ({ room, message }) => `
    DELETE FROM held_messages
    WHERE room_id = ${room} AND message_id = ${message} AND body IS NULL AND held_until <= statement_timestamp()`,
});
