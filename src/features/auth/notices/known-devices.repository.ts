import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';

/** Of one user; the oldest ones are forgotten. */
const MOST_KNOWN = 50;

/** The devices of users. Raw SQL: whether one is new is known by the statement that adds it. */
@Injectable()
export class KnownDevicesRepository {
  /**
   * Notes a log-in.
   * @param device the description that it gives of itself
   * @returns whether the user has other devices, and not had this one
   */
  async note(manager: EntityManager, userId: number, device: string): Promise<boolean> {
    const hash = createHash('sha256').update(device).digest();
    const { isNew, hasOthers } = await NOTE.one(manager, { user: userId, device: hash });
    if (isNew) await FORGET.changes(manager, { user: userId });
    return isNew && hasOthers;
  }
}

const NOTE = statement('known_devices.note', {
  parameters: { user: 'int4', device: 'bytea' },
  columns: { isNew: 'bool not null', hasOthers: 'bool not null' },
  text: ({ user, device }) => `
    WITH seen AS (
      UPDATE known_devices SET seen_at = now() WHERE user_id = ${user} AND device_hash = ${device} RETURNING user_id
    ), added AS (
      INSERT INTO known_devices (user_id, device_hash)
      SELECT ${user}::int, ${device}::bytea WHERE NOT EXISTS (SELECT FROM seen)
      ON CONFLICT DO NOTHING RETURNING user_id
    )
    SELECT EXISTS (SELECT FROM added) AS "isNew",
      EXISTS (SELECT FROM known_devices WHERE user_id = ${user} AND device_hash <> ${device}) AS "hasOthers"`,
});

const FORGET = statement('known_devices.forget', {
  parameters: { user: 'int4' },
  columns: {},
  text: ({ user }) => `
    DELETE FROM known_devices WHERE user_id = ${user} AND device_hash IN (
      SELECT device_hash FROM known_devices WHERE user_id = ${user}
      ORDER BY seen_at DESC OFFSET ${String(MOST_KNOWN)})`,
});
