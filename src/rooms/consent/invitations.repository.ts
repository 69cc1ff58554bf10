import { Injectable } from '@nestjs/common';
import { conflict } from '@parley/protocol';
import type { InvitationPage, InvitedRoom, RoomInvitation, User } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { Config } from '../../platform/config/config.js';
import { textFromStored } from '../../platform/database/stored-text.js';
import { USER_JSON, userFromRow } from '../../users/user.view.js';
import type { UserRow } from '../../users/user.view.js';
import type { OwnRoomsGrant, RoomGrant } from '../room.policy.js';

declare const brand: unique symbol;

/** An invitation that its user accepts, so that the user may become a member. Only this file makes it. */
export interface TakenInvitation {
  readonly [brand]: 'taken';
  readonly roomId: string;
  readonly userId: number;
  readonly invitation: RoomInvitation;
}

interface Row extends Omit<InvitedRoom, 'id'> {
  readonly id: string;
  readonly room_id: string;
  readonly created_at: Date;
  readonly invited: UserRow;
  readonly inviter: UserRow;
}

interface SizedRow extends Row {
  /** Of this row and those before it. */
  readonly bytes: number;
}

/** The columns of an invitation on the wire, from the rows of a relation `i` of invitations. */
const columnsOf = (relation: string): string => `
  SELECT i.id, i.room_id, i.created_at, r.type, r.name, r.description, r.avatar, named.invited, named.inviter,
    (SELECT count(*)::int FROM room_members m WHERE m.room_id = r.id) AS member_count
  FROM ${relation} i JOIN rooms r ON r.id = i.room_id CROSS JOIN LATERAL (
    SELECT (SELECT ${USER_JSON} FROM users u WHERE u.id = i.user_id) AS invited,
      (SELECT ${USER_JSON} FROM users u WHERE u.id = i.inviter_id) AS inviter) named`;

const INVITE = `
  WITH made AS (
    INSERT INTO room_invitations (id, room_id, user_id, inviter_id)
    SELECT new.id, $1, new.user_id, $2 FROM unnest($3::uuid[], $4::int[]) AS new (id, user_id)
    ON CONFLICT (room_id, user_id) DO NOTHING RETURNING *
  ) ${columnsOf('made')} ORDER BY i.id`;

/** How many invitations the room has, and how many of the users have more than they may have. */
const EXCESS = `
  SELECT (SELECT count(*)::int FROM room_invitations WHERE room_id = $1) AS in_room,
    (SELECT count(*)::int FROM (
      SELECT FROM room_invitations WHERE user_id = ANY ($2) GROUP BY user_id HAVING count(*) > $3) full_users) AS full_users`;

const END = `
  WITH ended AS (DELETE FROM room_invitations WHERE room_id = $1 AND user_id = ANY ($2) RETURNING *)
  ${columnsOf('ended')} ORDER BY i.id`;

/** The keys, ids, times and numbers of an invitation. */
const INVITATION_FRAME = 400;

/** With the first row that does not fit, so that further pages are known. Texts are measured as if escaped. */
const PENDING = `
  SELECT * FROM (
    SELECT sized.*, sum(size) OVER (ORDER BY id DESC ROWS UNBOUNDED PRECEDING) AS bytes FROM (
      SELECT page.*, ${String(INVITATION_FRAME)} + 6 * (octet_length(name) + octet_length(description))
        + coalesce(octet_length(avatar), 0) + octet_length(invited::text) + octet_length(inviter::text) AS size
      FROM (
        ${columnsOf('room_invitations')}
        WHERE i.user_id = $1 AND ($2::uuid IS NULL OR i.id < $2) ORDER BY i.id DESC LIMIT $3) page) sized) measured
  WHERE bytes - size <= $4 ORDER BY id DESC`;

/** Pending invitations. Raw SQL: each statement returns the room and the users of an invitation as well. */
@Injectable()
export class InvitationsRepository {
  constructor(
    private readonly source: DataSource,
    private readonly config: Config,
  ) {}

  /**
   * Invites users who are locked to a room that is locked or new.
   * @returns the new invitations, without those of users who are invited already
   * @throws Refusal 4005 if the room or a user has too many pending invitations
   */
  async insert(
    manager: EntityManager,
    { roomId, userId }: RoomGrant<'room.create' | 'room.add_members' | 'room.invite'>,
    users: readonly User[],
  ): Promise<RoomInvitation[]> {
    const { invitationsPerRoom, invitationsPerUser } = this.config.consent;
    const userIds = users.map(({ id }) => id);
    const ids = users.map(() => uuidv7());
    const rows = await manager.query<Row[]>(INVITE, [roomId, userId, ids, userIds]);
    const [excess] = await manager.query<[{ in_room: number; full_users: number }]>(EXCESS, [
      ...[roomId, userIds, invitationsPerUser],
    ]);
    if (excess.in_room > invitationsPerRoom) {
      throw conflict(`A room may have at most ${String(invitationsPerRoom)} pending invitations.`);
    }
    if (excess.full_users > 0) {
      throw conflict(`${String(excess.full_users)} of the users cannot be invited: too many invitations are pending.`);
    }
    return rows.map((row) => toInvitation(row, 'pending'));
  }

  /** Ends the user's own invitation. Undefined: there is none. */
  async take(
    manager: EntityManager,
    { roomId, userId }: RoomGrant<'room.answer_invite'>,
    status: 'accepted' | 'declined',
  ): Promise<TakenInvitation | undefined> {
    const [row] = await manager.query<Row[]>(END, [roomId, [userId]]);
    return row && ({ roomId, userId, invitation: toInvitation(row, status) } as TakenInvitation);
  }

  /** Ends the invitations of these users to the room. @returns those that were pending */
  async withdraw(
    manager: EntityManager,
    { roomId }: RoomGrant<'room.invite'>,
    userIds: readonly number[],
  ): Promise<RoomInvitation[]> {
    const rows = await manager.query<Row[]>(END, [roomId, userIds]);
    return rows.map((row) => toInvitation(row, 'withdrawn'));
  }

  /**
   * A page of the user's pending invitations, newest first, as many as fit in an answer.
   * @param before the id with which the page before ended
   * @param mostBytes of the entries
   */
  async pending(
    { userId }: OwnRoomsGrant,
    {
      before,
      limit,
      mostBytes,
    }: { readonly before: string | undefined; readonly limit: number; readonly mostBytes: number },
  ): Promise<InvitationPage & { readonly truncated: boolean }> {
    const rows = await this.source.query<SizedRow[]>(PENDING, [userId, before ?? null, limit + 1, mostBytes]);
    const shown = rows.slice(0, limit).filter(({ bytes }, at) => at === 0 || bytes <= mostBytes);
    const hasMore = shown.length < rows.length;
    return {
      invitations: shown.map((row) => toInvitation(row, 'pending')),
      next_before: hasMore ? (shown.at(-1)?.id ?? null) : null,
      truncated: hasMore && shown.length < limit,
    };
  }
}

const toInvitation = (row: Row, status: RoomInvitation['status']): RoomInvitation => ({
  id: row.id,
  room_id: row.room_id,
  room: {
    id: row.room_id,
    type: row.type,
    name: textFromStored(row.name),
    description: textFromStored(row.description),
    avatar: row.avatar,
    member_count: row.member_count,
  },
  user: userFromRow(row.invited),
  invited_by: userFromRow(row.inviter),
  status,
  created_at: row.created_at.toISOString(),
});
