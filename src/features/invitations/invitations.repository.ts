import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import type { DeploymentRole } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { PartOf } from '../../platform/collections/list-part.js';
import { json, statement, typed } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import { isoTime } from '../../platform/feature/personal-data.js';
import { textFromStored } from '../../platform/database/stored-text.js';
import { InvitationRow } from './invitation.entity.js';
import type { InvitationListGrant, InviteGrant } from './invitation.policy.js';

/** An invitation that is neither used up, expired nor revoked, of an inviter who is active. */
export type OpenInvitation = RowOf<typeof OPEN>;

export type NewInvitation = Pick<
  InvitationRow,
  'id' | 'email' | 'uses' | 'expiresAt' | 'isForGuests' | 'guestUntil'
> & {
  readonly token: string;
};

/** Somebody who came by an invitation. */
export interface InvitationUse {
  readonly id: number;
  readonly username: string;
  readonly used_at: string;
}

/** The hash under which a token is stored: it cannot be read back. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Invitations and their uses. Raw SQL: whether one is open depends on its inviter, and a use is counted where it is. */
@Injectable()
export class InvitationsRepository {
  constructor(private readonly source: DataSource) {}

  async insert(
    manager: EntityManager,
    { userId, roomIds }: InviteGrant,
    { token, ...row }: NewInvitation,
  ): Promise<void> {
    await manager.insert(InvitationRow, {
      ...row,
      roomIds: [...roomIds],
      tokenHash: hashOf(token),
      inviterId: userId ?? null,
    });
  }

  /** How many the user has made within a day. Others that the user makes at the same time wait until the transaction ends. */
  async madeWithinADay(manager: EntityManager, userId: number): Promise<number> {
    await LOCK_INVITER.rows(manager, { user: userId });
    return (await MADE.one(manager, { user: userId })).count;
  }

  /**
   * The invitation of a token; undefined: it is void, or there is none.
   * @param userId of a user for whom it is not used up if the user has used it
   */
  open(token: string, userId?: number): Promise<OpenInvitation | undefined> {
    return OPEN.row(this.source, { token: hashOf(token), user: userId ?? NOBODY });
  }

  async hasUsed({ id }: OpenInvitation, userId: number): Promise<boolean> {
    return (await USED_BY.one(this.source, { invitation: id, user: userId })).exists;
  }

  /**
   * Takes one of its uses, if the user has none.
   * @returns false if it is void by now: the transaction must not be committed
   */
  async use(manager: EntityManager, { id }: OpenInvitation, userId: number): Promise<boolean> {
    // First, so that of several uses by one user at once the others wait, and take nothing.
    if ((await NOTE_USE.rows(manager, { invitation: id, user: userId })).length === 0) return true;
    return (await USE.changes(manager, { invitation: id })) > 0;
  }

  /** Gives a use back that led nowhere. */
  async giveBack(manager: EntityManager, { id }: OpenInvitation, userId: number): Promise<void> {
    if ((await FORGET_USE.changes(manager, { invitation: id, user: userId })) === 0) return;
    await GIVE_BACK.changes(manager, { invitation: id });
  }

  /** @returns whether there was one that could be revoked */
  async revoke(manager: EntityManager, { ofUserId }: InvitationListGrant, id: string): Promise<boolean> {
    return (await REVOKE.changes(manager, { invitation: id, inviter: ofUserId ?? null })) > 0;
  }

  /** The names of rooms, in the order of the ids. Of a room that is gone there is none. */
  async roomNames(ids: readonly string[]): Promise<readonly string[]> {
    const rooms = await ROOM_NAMES.rows(this.source, { rooms: ids });
    const names = new Map(rooms.map(({ id, name }) => [id, textFromStored(name)]));
    return ids.flatMap((id) => names.get(id) ?? []);
  }

  /** The newest first. @param part.after the id of the last one of the part before */
  list({ ofUserId }: InvitationListGrant, { after, limit }: PartOf<string>): Promise<readonly ListedInvitation[]> {
    return LIST.rows(this.source, { inviter: ofUserId ?? null, after: after ?? null, limit });
  }
}

const ROOM_NAMES = statement('invitations.room_names', {
  parameters: { rooms: 'uuid[]' },
  columns: { id: 'uuid', name: 'text' },
  text: ({ rooms }) => `SELECT id, name FROM rooms WHERE id = ANY (${rooms})`,
});

export type ListedInvitation = RowOf<typeof LIST>;

/** The people who came by one invitation that a list shows. */
const LISTED_USES = 100;

/** The id of no user. */
const NOBODY = 0;

const IS_VALID = 'i.revoked_at IS NULL AND i.expires_at > now() AND (i.guest_until IS NULL OR i.guest_until > now())';
/** Of an inviter `u`. */
const MAY_INVITE = 'u.is_active AND NOT u.is_guest';
const IS_OPEN = `${IS_VALID} AND i.used < i.uses`;
const usedBy = (invitation: string, user: string): string =>
  `EXISTS (SELECT FROM invitation_uses n WHERE n.invitation_id = ${invitation} AND n.user_id = ${user})`;

const LOCK_INVITER = statement('invitations.lock_inviter', {
  parameters: { user: 'int4' },
  columns: { id: 'int4' },
  text: ({ user }) => `SELECT id FROM users WHERE id = ${user} FOR NO KEY UPDATE`,
});

const MADE = statement('invitations.made', {
  parameters: { user: 'int4' },
  columns: { count: 'int4 not null' },
  text: ({ user }) => `
    SELECT count(*)::int AS count FROM invitations
    WHERE inviter_id = ${user} AND created_at > now() - interval '1 day'`,
});

const OPEN = statement('invitations.open', {
  parameters: { token: 'bytea', user: 'int4' },
  columns: {
    id: 'uuid',
    email: 'text | null',
    roomIds: 'uuid[]',
    expiresAt: 'timestamptz',
    inviterId: 'int4 | null',
    inviter: 'text | null',
    role: typed<DeploymentRole | null>('text | null'),
    isForGuests: 'bool',
    guestUntil: 'timestamptz | null',
  },
  text: ({ token, user }) => `
    SELECT i.id, i.email, i.room_ids AS "roomIds", i.expires_at AS "expiresAt", i.inviter_id AS "inviterId",
      u.username AS inviter, u.role, i.is_for_guests AS "isForGuests", i.guest_until AS "guestUntil"
    FROM invitations i LEFT JOIN users u ON u.id = i.inviter_id
    WHERE i.token_hash = ${token} AND ${IS_VALID} AND (i.used < i.uses OR ${usedBy('i.id', user)}) AND (i.inviter_id IS NULL OR ${MAY_INVITE})`,
});

const USED_BY = statement('invitations.used_by', {
  parameters: { invitation: 'uuid', user: 'int4' },
  columns: { exists: 'bool not null' },
  text: ({ invitation, user }) => `
    SELECT ${usedBy(invitation, user)} AS exists`,
});

const USE = statement('invitations.use', {
  parameters: { invitation: 'uuid' },
  columns: {},
  text: ({ invitation }) => `
    UPDATE invitations i SET used = used + 1 WHERE i.id = ${invitation} AND ${IS_OPEN}
      AND (i.inviter_id IS NULL OR EXISTS (SELECT FROM users u WHERE u.id = i.inviter_id AND ${MAY_INVITE}))`,
});

const NOTE_USE = statement('invitations.note_use', {
  parameters: { invitation: 'uuid', user: 'int4' },
  columns: { user: 'int4' },
  text: ({ invitation, user }) => `
    INSERT INTO invitation_uses (invitation_id, user_id) VALUES (${invitation}, ${user}) ON CONFLICT DO NOTHING
    RETURNING user_id AS "user"`,
});

const FORGET_USE = statement('invitations.forget_use', {
  parameters: { invitation: 'uuid', user: 'int4' },
  columns: {},
  text: ({ invitation, user }) =>
    `DELETE FROM invitation_uses WHERE invitation_id = ${invitation} AND user_id = ${user}`,
});

const GIVE_BACK = statement('invitations.give_back', {
  parameters: { invitation: 'uuid' },
  columns: {},
  text: ({ invitation }) => `UPDATE invitations SET used = used - 1 WHERE id = ${invitation}`,
});

const REVOKE = statement('invitations.revoke', {
  parameters: { invitation: 'uuid', inviter: 'int4 | null' },
  columns: {},
  text: ({ invitation, inviter }) => `
    UPDATE invitations SET revoked_at = now()
    WHERE id = ${invitation} AND revoked_at IS NULL AND (${inviter}::int IS NULL OR inviter_id = ${inviter})`,
});

const LIST = statement('invitations.list', {
  parameters: { inviter: 'int4 | null', after: 'uuid | null', limit: 'int8' },
  columns: {
    id: 'uuid',
    inviterId: 'int4 | null',
    inviter: 'text | null',
    email: 'text | null',
    roomIds: 'uuid[]',
    uses: 'int4',
    used: 'int4',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
    revokedAt: 'timestamptz | null',
    isForGuests: 'bool',
    guestUntil: 'timestamptz | null',
    users: json<readonly InvitationUse[]>(),
  },
  text: ({ inviter, after, limit }) => `
    SELECT i.id, i.inviter_id AS "inviterId", u.username AS inviter, i.email, i.room_ids AS "roomIds", i.uses, i.used,
      i.created_at AS "createdAt", i.expires_at AS "expiresAt", i.revoked_at AS "revokedAt",
      i.is_for_guests AS "isForGuests", i.guest_until AS "guestUntil",
      coalesce((SELECT json_agg(json_build_object('id', c.id, 'username', c.username, 'used_at', ${isoTime('c.used_at')}))
        FROM (SELECT x.id, x.username, n.used_at FROM invitation_uses n JOIN users x ON x.id = n.user_id
          WHERE n.invitation_id = i.id ORDER BY n.used_at LIMIT ${String(LISTED_USES)}) c), '[]'::json) AS users
    FROM invitations i LEFT JOIN users u ON u.id = i.inviter_id
    WHERE (${inviter}::int IS NULL OR i.inviter_id = ${inviter}) AND (${after}::uuid IS NULL OR i.id < ${after})
    ORDER BY i.id DESC LIMIT ${limit}`,
});
