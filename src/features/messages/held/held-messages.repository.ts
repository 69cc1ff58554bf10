import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { DeploymentRole, HeldMessage, User } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { fitting } from '../../../platform/collections/list-bytes.js';
import { HeldSettings } from './held.settings.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import type { TimedPlace } from '../../../platform/pages/timed-place.js';
import { prepared } from '../../../platform/database/prepared.js';
import type { QuerySource } from '../../../platform/database/query.js';
import type { PlacedId } from '../../rooms/among-rooms.js';
import type { RoomGrant } from '../../rooms/room.policy.js';
import { usersById } from '../../users/user.rows.js';
import type { MessageGrant, MessageChangeGrant } from '../message.policy.js';
import type { NewMessage } from '../sending/message-insert.js';
import { RowRefused } from '../sending/message-insert.js';
import type { SendKey } from '../sending/messages.repository.js';
import type { ReleaseGrant } from './release.policy.js';
import type { DecidedRow, HeldRow } from './held-message.entity.js';
import { toHeldMessage } from './held-message.frames.js';
import type { HeldId } from './held-timer.js';

/** The number and the bytes of a user's held messages. */
interface HeldSum {
  readonly count: number;
  readonly bytes: number;
}

/** A part of what is held in a room, the oldest first. */
export interface HeldPart {
  readonly items: readonly HeldMessage[];
  /** The place after which the next part begins; undefined: this is the last part. */
  readonly end: TimedPlace | undefined;
  /** Whether the part is shorter than requested because of its bytes. */
  readonly truncated: boolean;
}

/** The most leaders who are notified; all of them can read the list. */
const MOST_INFORMED = 200;

/** So long a message that was rejected is refused when it is sent again. */
const REJECTED_SECONDS = 86_400;

/** Messages and edits that are held. Raw SQL, because the clock of the database decides, and roles under locks. */
@Injectable()
export class HeldMessagesRepository {
  private readonly days: number;
  private readonly answerBytes: number;

  constructor(
    private readonly source: DataSource,
    settings: HeldSettings,
    limits: Limits,
  ) {
    this.days = settings.days;
    this.answerBytes = limits.answerBytes;
  }

  /** Keeps a membership until the transaction ends. Lock users after it. @returns false for a user who has left */
  async lockMembership(manager: EntityManager, { roomId, userId }: MessageGrant<'message.send'>): Promise<boolean> {
    return (await manager.query<unknown[]>(LOCK_MEMBERSHIP, [roomId, userId])).length > 0;
  }

  /** Serialises the additions of a user until the transaction ends. @returns what the user has, but for one message */
  async lockSum(manager: EntityManager, userId: number, except: string): Promise<HeldSum> {
    await manager.query(LOCK_USER, [userId]);
    const [sum] = await manager.query<[HeldSum]>(SUM, [userId, except]);
    return sum;
  }

  async insert(
    manager: EntityManager,
    { roomId, userId }: MessageGrant<'message.send'>,
    { messageId, clientMessageId, body }: Pick<HeldRow, 'messageId' | 'clientMessageId' | 'body'>,
  ): Promise<HeldRow> {
    const values = [roomId, messageId, userId, false, clientMessageId, body, this.days];
    const [row] = await manager.query<[HeldRow]>(PUT, values);
    return row;
  }

  /** In place of an earlier edit of the message that is held. */
  async putEdit(
    manager: EntityManager,
    { roomId, userId, messageIds: [messageId] }: MessageChangeGrant<'message.edit'>,
    body: string,
  ): Promise<HeldRow> {
    const [row] = await manager.query<[HeldRow]>(PUT, [roomId, messageId, userId, true, null, body, this.days]);
    return row;
  }

  async find({ roomId, messageId }: HeldId, source: QuerySource = this.source): Promise<HeldRow | undefined> {
    const [row] = await source.query<HeldRow[]>(FIND, [roomId, messageId]);
    return row;
  }

  /** Finds the held or rejected message that was sent under this key. */
  async sent(
    { roomId, senderId, clientMessageId }: SendKey,
    source: QuerySource = this.source,
  ): Promise<DecidedRow | undefined> {
    const [row] = await source.query<DecidedRow[]>(SENT, [roomId, senderId, clientMessageId]);
    return row;
  }

  /** @returns undefined for a user who may not log in */
  async activeSender({ userId }: HeldRow): Promise<User | undefined> {
    return (await usersById(this.source, [userId], 'active')).get(userId);
  }

  /** The rooms of those of these messages that the user has sent, or may decide about. */
  async rooms(userId: number, messageIds: readonly string[]): Promise<PlacedId[]> {
    return this.source.query<PlacedId[]>(ROOMS, [userId, messageIds]);
  }

  /** The first leaders of a room, who are notified. */
  async leaders(roomId: string, source: QuerySource = this.source): Promise<number[]> {
    const rows = await source.query<{ user_id: number }[]>(LEADERS, [roomId, MOST_INFORMED]);
    return rows.map(({ user_id }) => user_id);
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
    const [, count] = await (roles
      ? manager.query<[unknown[], number]>(RELEASE_BY_ROLE, [roomId, messageIds])
      : manager.query<[unknown[], number]>(RELEASE, [roomId, messageIds, userId]));
    return count > 0;
  }

  private async hasRole(manager: EntityManager, userId: number, roles: readonly DeploymentRole[]): Promise<boolean> {
    return (await manager.query<unknown[]>(HAS_ROLE, [userId, roles])).length > 0;
  }

  /** Ends what is held of messages of a room that were edited or deleted. */
  async dropEdits(manager: EntityManager, roomId: string, messageIds: readonly string[]): Promise<void> {
    await manager.query(DROP_EDITS, [roomId, messageIds]);
  }

  /**
   * A message with a `client_message_id` leaves it for a day.
   * @returns undefined if it was decided meanwhile; otherwise when the row is to be deleted, or null if it is
   */
  async reject(manager: EntityManager, { roomId, messageId }: HeldId): Promise<{ end: Date | null } | undefined> {
    const ids = [roomId, messageId];
    const [[kept]] = await manager.query<[{ end: Date }[], number]>(REJECT, [...ids, REJECTED_SECONDS]);
    if (kept) return kept;
    const [, deleted] = await manager.query<[unknown[], number]>(DELETE_HELD, ids);
    return deleted > 0 ? { end: null } : undefined;
  }

  /** Deletes the trace of a rejected message. @returns whether there was one whose time is over */
  async forget(manager: EntityManager, { roomId, messageId }: HeldId): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(FORGET, [roomId, messageId]);
    return count > 0;
  }

  /**
   * A part of what is held in a room: for a leader all, for another member the own.
   * @throws Refusal 4004 if the requester is no longer a member
   */
  async part(
    { roomId, userId }: RoomGrant<'room.read'>,
    { after, limit }: { readonly after: TimedPlace | undefined; readonly limit: number },
  ): Promise<HeldPart> {
    const rows = await this.source.query<ListedRow[]>(LISTED, [
      roomId,
      userId,
      after?.time ?? null,
      after?.id ?? null,
      limit,
      this.answerBytes,
    ]);
    if (rows.length === 0) throw notFound('No such room.');
    // For an empty list the requester's own membership yields a row.
    const found = rows.filter(isHeldRow);
    const listed = found[0]?.listed ?? 0;
    const users = await usersById(
      this.source,
      found.map((row) => row.userId),
    );
    const named = found.flatMap((row) => {
      const sender = users.get(row.userId);
      return sender ? [toHeldMessage(row, sender)] : [];
    });
    const items = fitting(named, this.answerBytes);
    const last = found[items.length - 1];
    return {
      items,
      end: last && items.length < listed ? { time: last.heldAt, id: last.messageId } : undefined,
      truncated: items.length < Math.min(listed, limit),
    };
  }
}

/** For an empty list all columns are null. */
type ListedRow = (HeldRow & { readonly listed: number }) | { readonly messageId: null };

const isHeldRow = (row: ListedRow): row is Exclude<ListedRow, { messageId: null }> => row.messageId !== null;

export const HELD_COLUMNS = `
  h.room_id AS "roomId", h.message_id AS "messageId", h.user_id AS "userId", h.is_edit AS "isEdit",
  h.client_message_id AS "clientMessageId", h.body, h.held_at AS "heldAt", h.held_until AS "heldUntil"`;

/** With milliseconds, as clients receive it: a cursor has the time of its item. */
const NOW = `date_trunc('milliseconds', statement_timestamp())`;

const LOCK_MEMBERSHIP = prepared('SELECT FROM room_members WHERE room_id = $1 AND user_id = $2 FOR KEY SHARE');

const LOCK_USER = prepared('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE');

/** Asks every part of a distributed database. */
const SUM = prepared(`
  SELECT count(*)::int AS count, coalesce(sum(octet_length(body)), 0)::int AS bytes
  FROM held_messages WHERE user_id = $1 AND body IS NOT NULL AND message_id <> $2`);

const PUT = prepared(`
  INSERT INTO held_messages AS h
    (room_id, message_id, user_id, is_edit, client_message_id, body, held_at, held_until)
  VALUES ($1, $2, $3, $4, $5, $6, ${NOW}, ${NOW} + $7::int * interval '1 day')
  ON CONFLICT (room_id, message_id) DO UPDATE
  SET body = excluded.body, held_at = excluded.held_at, held_until = excluded.held_until
  RETURNING ${HELD_COLUMNS}`);

const FIND = prepared(`
  SELECT ${HELD_COLUMNS} FROM held_messages h WHERE h.room_id = $1 AND h.message_id = $2 AND h.body IS NOT NULL`);

const SENT = prepared(`
  SELECT ${HELD_COLUMNS} FROM held_messages h WHERE h.room_id = $1 AND h.user_id = $2 AND h.client_message_id = $3`);

const ROOMS = prepared(`
  SELECT h.message_id AS id, h.room_id AS "roomId" FROM held_messages h
  JOIN room_members own ON own.room_id = h.room_id AND own.user_id = $1
  WHERE h.message_id = ANY ($2) AND h.body IS NOT NULL AND (own.role <> 'member' OR h.user_id = $1)`);

const LEADERS = prepared(`
  SELECT user_id FROM room_members WHERE room_id = $1 AND role <> 'member' ORDER BY user_id LIMIT $2`);

const RELEASE = prepared(`
  DELETE FROM held_messages h USING room_members l
  WHERE h.room_id = $1 AND h.message_id = ANY ($2) AND h.body IS NOT NULL
    AND l.room_id = $1 AND l.user_id = $3 AND l.role <> 'member'`);

/** Without a membership. */
const RELEASE_BY_ROLE = prepared(`
  DELETE FROM held_messages WHERE room_id = $1 AND message_id = ANY ($2) AND body IS NOT NULL`);

const HAS_ROLE = prepared('SELECT FROM users WHERE id = $1 AND is_active AND role = ANY ($2)');

const DROP_EDITS = prepared('DELETE FROM held_messages WHERE room_id = $1 AND message_id = ANY ($2) AND is_edit');

const REJECT = prepared(`
  UPDATE held_messages SET body = NULL, held_until = ${NOW} + $3::int * interval '1 second'
  WHERE room_id = $1 AND message_id = $2 AND body IS NOT NULL AND client_message_id IS NOT NULL
  RETURNING held_until AS end`);

const DELETE_HELD = prepared(`
  DELETE FROM held_messages WHERE room_id = $1 AND message_id = $2 AND body IS NOT NULL`);

const FORGET = prepared(`
  DELETE FROM held_messages
  WHERE room_id = $1 AND message_id = $2 AND body IS NULL AND held_until <= statement_timestamp()`);

/** Of those that the limit permits, and one more, the first as many as their bytes permit. The first is always read. */
const LISTED = prepared(`
  SELECT part.* FROM room_members own LEFT JOIN LATERAL (
    SELECT ${HELD_COLUMNS}, measured.listed FROM (
      SELECT named.message_id, (count(*) OVER ())::int AS listed, row_number() OVER places AS place,
        sum(named.bytes) OVER places AS bytes
      FROM (
        SELECT message_id, held_at, octet_length(body) AS bytes FROM held_messages
        WHERE room_id = $1 AND body IS NOT NULL AND (own.role <> 'member' OR user_id = $2)
          AND ($4::uuid IS NULL OR (held_at, message_id) > ($3::timestamptz, $4::uuid))
        ORDER BY held_at, message_id LIMIT $5::int + 1
      ) named
      WINDOW places AS (ORDER BY named.held_at, named.message_id)
    ) measured JOIN held_messages h ON h.room_id = $1 AND h.message_id = measured.message_id
    WHERE measured.place = 1 OR measured.place <= $5 AND measured.bytes <= $6::int
  ) part ON true
  WHERE own.room_id = $1 AND own.user_id = $2
  ORDER BY part."heldAt", part."messageId"`);
