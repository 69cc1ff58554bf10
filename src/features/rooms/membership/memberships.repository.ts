import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { prepared } from '../../../platform/database/prepared.js';
import { rulesOf } from '../rules/room-rules.js';
import type { RulesRow } from '../rules/room-rules.js';
import { inForce } from '../restrictions/in-force.js';
import type { Role, RoomTypeName, Membership } from './membership.js';

interface MembershipRow extends RulesRow {
  readonly type: RoomTypeName;
  readonly group_locked: boolean;
  readonly access_version: number;
  readonly is_hidden: boolean;
  readonly is_closed: boolean;
  readonly role: Role;
  readonly is_creator: boolean;
  readonly permissions: string[];
  readonly is_muted: boolean;
  readonly muted_until: Date | null;
}

/** A user's rooms, and the version of that list. */
export interface RoomsOfUser {
  readonly version: number;
  readonly roomIds: readonly string[];
}

const ROOMS_OF_USER = prepared(`
  SELECT u.rooms_version AS version, array(SELECT room_id FROM user_rooms WHERE user_id = u.id) AS room_ids
  FROM users u WHERE u.id = $1`);

/** Raw SQL: a membership is read with its room, and the list of rooms with its version, in one statement each. */
@Injectable()
export class MembershipsRepository {
  constructor(private readonly source: DataSource) {}

  /** The ids of the rooms that the user leads. */
  async ledBy(userId: number): Promise<string[]> {
    const own = await this.source.query<{ id: string }[]>('SELECT room_id AS id FROM user_rooms WHERE user_id = $1', [
      userId,
    ]);
    const led = await this.source.query<{ id: string }[]>(
      `SELECT room_id AS id FROM room_members WHERE room_id = ANY ($1) AND user_id = $2 AND role <> 'member'`,
      [own.map(({ id }) => id), userId],
    );
    return led.map(({ id }) => id);
  }

  /** @param manager the transaction that has locked the room, if the membership must hold until its end */
  async find(
    userId: number,
    roomId: string,
    manager: EntityManager = this.source.manager,
  ): Promise<Membership | undefined> {
    const [row] = await manager.query<MembershipRow[]>(
      `SELECT r.type, r.group_locked, r.access_version, r.slow_mode_seconds,
         r.message_ttl_seconds, r.max_message_length, r.media_allowed, r.hidden_user_id IS NOT NULL AS is_hidden,
         r.is_closed, m.role, m.permissions, r.creator_id IS NOT DISTINCT FROM m.user_id AS is_creator,
         x.user_id IS NOT NULL AS is_muted, x.until AS muted_until
       FROM room_members m JOIN rooms r ON r.id = $1
       LEFT JOIN room_restrictions x
         ON x.room_id = $1 AND x.user_id = $2 AND x.kind = 'mute' AND ${inForce('x')}
       WHERE m.room_id = $1 AND m.user_id = $2`,
      [roomId, userId],
    );
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

  async roomsOf(userId: number): Promise<RoomsOfUser> {
    const [row] = await this.source.query<{ version: number; room_ids: string[] }[]>(ROOMS_OF_USER, [userId]);
    return { version: row?.version ?? 0, roomIds: row?.room_ids ?? [] };
  }
}
