import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { statement, typed } from '../../../platform/database/statement.js';
import { RULES_COLUMNS, rulesOf } from '../rules/room-rules.js';
import { inForce } from '../restrictions/room-restriction.entity.js';
import type { Role, RoomTypeName, Membership } from './membership.js';

/** A user's rooms, and the version of that list. */
export interface RoomsOfUser {
  readonly version: number;
  readonly roomIds: readonly string[];
}

/** Raw SQL: a membership is read with its room, and the list of rooms with its version, in one statement each. */
@Injectable()
export class MembershipsRepository {
  constructor(private readonly source: DataSource) {}

  /** The ids of the rooms that the user leads. */
  async ledBy(userId: number): Promise<string[]> {
    const { roomIds } = await this.roomsOf(userId);
    const led = await LED.rows(this.source, { user: userId, rooms: roomIds });
    return led.map(({ id }) => id);
  }

  /** @param manager the transaction that has locked the room, if the membership must hold until its end */
  async find(
    userId: number,
    roomId: string,
    manager: EntityManager = this.source.manager,
  ): Promise<Membership | undefined> {
    const row = await FIND.row(manager, { user: userId, room: roomId });
    return (
      row && {
        room: {
          id: roomId,
          type: row.type,
          groupLocked: row.group_locked,
          rules: rulesOf(row),
          isHidden: row.is_hidden,
          isClosed: row.is_closed,
          version: row.access_version,
        },
        userId,
        role: row.role,
        isCreator: row.is_creator,
        permissions: row.permissions,
        mute: row.is_muted ? { until: row.muted_until ?? undefined } : undefined,
      }
    );
  }

  async roomsOf(userId: number, manager: EntityManager = this.source.manager): Promise<RoomsOfUser> {
    const row = await ROOMS_OF_USER.row(manager, { user: userId });
    return { version: row?.version ?? 0, roomIds: row?.room_ids ?? [] };
  }
}

const LED = statement('memberships.led', {
  parameters: { user: 'int4', rooms: 'uuid[]' },
  columns: { id: 'uuid' },
  text: ({ user, rooms }) =>
    `SELECT room_id AS id FROM room_members WHERE room_id = ANY (${rooms}) AND user_id = ${user} AND role <> 'member'`,
});

const FIND = statement('memberships.find', {
  parameters: { user: 'int4', room: 'uuid' },
  columns: {
    type: typed<RoomTypeName>('text'),
    group_locked: 'bool',
    access_version: 'int4',
    ...RULES_COLUMNS,
    is_hidden: 'bool',
    is_closed: 'bool',
    role: typed<Role>('text'),
    permissions: 'text[]',
    is_creator: 'bool',
    is_muted: 'bool',
    muted_until: 'timestamptz | null',
  },
  text: ({ user, room }) => `
    SELECT r.type, r.group_locked, r.access_version, r.slow_mode_seconds,
      r.message_ttl_seconds, r.max_message_length, r.media_allowed, r.hidden_user_id IS NOT NULL AS is_hidden,
      r.is_closed, m.role, m.permissions, r.creator_id IS NOT DISTINCT FROM m.user_id AS is_creator,
      x.user_id IS NOT NULL AS is_muted, x.until AS muted_until
    FROM room_members m JOIN rooms r ON r.id = ${room}
    LEFT JOIN room_restrictions x
      ON x.room_id = ${room} AND x.user_id = ${user} AND x.kind = 'mute' AND ${inForce('x')}
    WHERE m.room_id = ${room} AND m.user_id = ${user}`,
});

const ROOMS_OF_USER = statement('memberships.rooms_of_user', {
  parameters: { user: 'int4' },
  columns: { version: 'int4', room_ids: 'uuid[]' },
  isPrepared: true,
  text: ({ user }) => `
    SELECT u.rooms_version AS version, array(SELECT room_id FROM user_rooms WHERE user_id = u.id) AS room_ids
    FROM users u WHERE u.id = ${user}`,
});
