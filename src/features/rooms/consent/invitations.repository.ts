import { Injectable } from '@nestjs/common';
import { conflict } from '@parley/protocol';
import type { InvitationPage, InvitedRoom, RoomInvitation, User } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import type { Branded } from '../../../platform/types/branded.js';
import { ConsentSettings } from './consent.settings.js';
import { statement } from '../../../platform/database/statement.js';
import type { RowOf, Types, ValuesOf } from '../../../platform/database/statement.js';
import { usersById } from '../../users/user.rows.js';
import { INVITED_ROOM, invitedRoomColumns, invitedRooms, toInvitedRoom } from '../previews/invited-room.rows.js';
import type { OwnRoomsGrant, RoomGrant } from '../room.policy.js';

/** An invitation that its user accepts, so that the user may become a member. Only this file makes it. */
export interface TakenInvitation extends Branded<'taken'> {
  readonly roomId: string;
  readonly userId: number;
  readonly invitation: RoomInvitation;
}

/** Pending invitations. Raw SQL: writes return the rows that they changed, and a page is measured where it is read. */
@Injectable()
export class InvitationsRepository {
  constructor(
    private readonly source: DataSource,
    private readonly settings: ConsentSettings,
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
    const { invitationsPerRoom, invitationsPerUser } = this.settings;
    const userIds = users.map(({ id }) => id);
    const ids = users.map(() => uuidv7());
    const made = await INVITE.rows(manager, { room: roomId, inviter: userId, ids, users: userIds });
    const excess = await EXCESS.one(manager, { room: roomId, users: userIds, most: invitationsPerUser });
    if (excess.in_room > invitationsPerRoom) {
      throw conflict(`A room may have at most ${String(invitationsPerRoom)} pending invitations.`);
    }
    if (excess.full_users > 0) {
      throw conflict(`${String(excess.full_users)} of the users cannot be invited: too many invitations are pending.`);
    }
    return (await complete(manager, made)).map((row) => toInvitation(row, 'pending'));
  }

  /** Ends the user's own invitation. Undefined: there is none. */
  async take(
    manager: EntityManager,
    { roomId, userId }: RoomGrant<'room.answer_invite'>,
    status: 'accepted' | 'declined',
  ): Promise<TakenInvitation | undefined> {
    const [row] = await end(manager, roomId, [userId]);
    return row && ({ roomId, userId, invitation: toInvitation(row, status) } as TakenInvitation);
  }

  /** Ends the invitations of these users to the room. @returns those that were pending */
  async withdraw(
    manager: EntityManager,
    { roomId }: RoomGrant<'room.invite' | 'room.restrict'>,
    userIds: readonly number[],
  ): Promise<RoomInvitation[]> {
    return (await end(manager, roomId, userIds)).map((row) => toInvitation(row, 'withdrawn'));
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
    const sized = await PENDING.rows(this.source, {
      user: userId,
      before: before ?? null,
      limit: limit + 1,
      bytes: mostBytes,
    });
    const rows = await withBothUsers(this.source, sized);
    let bytes = 0;
    const end = rows.findIndex((row, at) => (bytes += bytesOf(row)) > mostBytes && at > 0);
    const shown = rows.slice(0, end < 0 ? limit : Math.min(end, limit));
    const hasMore = shown.length < rows.length;
    return {
      invitations: shown.map((row) => toInvitation({ ...row, room: toInvitedRoom(row.room_id, row) }, 'pending')),
      next_before: hasMore ? (shown.at(-1)?.id ?? null) : null,
      truncated: hasMore && shown.length < limit,
    };
  }
}

const INVITATION = {
  id: 'uuid',
  room_id: 'uuid',
  user_id: 'int4',
  inviter_id: 'int4',
  created_at: 'timestamptz',
} as const satisfies Types;
type InvitationRow = ValuesOf<typeof INVITATION>;

/** The room is joined with the users, so that the statement runs on the worker of the room. */
const INVITE = statement('invitations.invite', {
  parameters: { room: 'uuid', inviter: 'int4', ids: 'uuid[]', users: 'int4[]' },
  columns: INVITATION,
  text: ({ room, inviter, ids, users }) => `
    INSERT INTO room_invitations AS made (id, room_id, user_id, inviter_id)
    SELECT new.id, r.id, new.user_id, ${inviter}::int
    FROM rooms r CROSS JOIN unnest(${ids}::uuid[], ${users}::int[]) AS new (id, user_id) WHERE r.id = ${room}
    ON CONFLICT (room_id, user_id) DO NOTHING
    RETURNING made.id, made.room_id, made.user_id, made.inviter_id, made.created_at`,
});

/** How many invitations the room has, and how many of the users have more than they may have. */
const EXCESS = statement('invitations.excess', {
  parameters: { room: 'uuid', users: 'int4[]', most: 'int8' },
  columns: { in_room: 'int4', full_users: 'int4' },
  text: ({ room, users, most }) => `
    SELECT (SELECT count(*)::int FROM room_invitations WHERE room_id = ${room}) AS in_room,
      (SELECT count(*)::int FROM (
        SELECT user_id FROM room_invitations
        WHERE user_id = ANY (${users}) GROUP BY user_id HAVING count(*) > ${most}) full_users) AS full_users`,
});

const END = statement('invitations.end', {
  parameters: { room: 'uuid', users: 'int4[]' },
  columns: INVITATION,
  text: ({ room, users }) => `
    DELETE FROM room_invitations WHERE room_id = ${room} AND user_id = ANY (${users})
    RETURNING id, room_id, user_id, inviter_id, created_at`,
});

/** The keys, ids, times and numbers of an invitation. */
const INVITATION_FRAME = 400;

/**
 * With the first row that does not fit even without its users, so that further pages are known. Texts are measured as
 * if escaped.
 */
const PENDING = statement('invitations.pending', {
  parameters: { user: 'int4', before: 'uuid | null', limit: 'int8', bytes: 'int8' },
  columns: {
    ...INVITATION,
    ...INVITED_ROOM,
    /** Of this row, without its users. */
    size: 'int4',
    bytes: 'int8',
  },
  text: ({ user, before, limit, bytes }) => `
    SELECT * FROM (
      SELECT sized.*, sum(size) OVER (ORDER BY id DESC ROWS UNBOUNDED PRECEDING) AS bytes FROM (
        SELECT page.*, ${String(INVITATION_FRAME)} + 6 * (octet_length(name) + octet_length(description))
          + coalesce(octet_length(avatar), 0) AS size
        FROM (
          SELECT i.id, i.room_id, i.user_id, i.inviter_id, i.created_at, ${invitedRoomColumns()}
          FROM room_invitations i JOIN rooms r ON r.id = i.room_id
          WHERE i.user_id = ${user} AND (${before}::uuid IS NULL OR i.id < ${before}) ORDER BY i.id DESC LIMIT ${limit}
        ) page) sized) measured
    WHERE bytes - size <= ${bytes} ORDER BY id DESC`,
});

interface BothUsers {
  readonly invited: User;
  readonly inviter: User;
}

type CompleteInvitation = InvitationRow & BothUsers & { readonly room: InvitedRoom };

const bytesOf = ({ size, invited, inviter }: Pick<RowOf<typeof PENDING>, 'size'> & BothUsers): number =>
  size + Buffer.byteLength(JSON.stringify([invited, inviter]));

async function end(manager: EntityManager, roomId: string, userIds: readonly number[]): Promise<CompleteInvitation[]> {
  return complete(manager, await END.rows(manager, { room: roomId, users: userIds }));
}

/** The invitations with their rooms and users, the oldest first. */
async function complete(manager: EntityManager, invitations: readonly InvitationRow[]): Promise<CompleteInvitation[]> {
  if (invitations.length === 0) return [];
  const rooms = await invitedRooms(
    manager,
    invitations.map((row) => row.room_id),
  );
  const known = invitations.flatMap((row) => {
    const room = rooms.get(row.room_id);
    return room ? [{ ...row, room }] : [];
  });
  return withBothUsers(
    manager,
    known.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  );
}

async function withBothUsers<Known extends InvitationRow>(
  source: Pick<EntityManager, 'query'>,
  rows: readonly Known[],
): Promise<(Known & BothUsers)[]> {
  const users = await usersById(
    source,
    rows.flatMap((row) => [row.user_id, row.inviter_id]),
  );
  return rows.flatMap((row) => {
    const [invited, inviter] = [users.get(row.user_id), users.get(row.inviter_id)];
    return invited && inviter ? [{ ...row, invited, inviter }] : [];
  });
}

const toInvitation = (row: CompleteInvitation, status: RoomInvitation['status']): RoomInvitation => ({
  id: row.id,
  room_id: row.room_id,
  room: row.room,
  user: row.invited,
  invited_by: row.inviter,
  status,
  created_at: row.created_at.toISOString(),
});
