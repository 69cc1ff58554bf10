import { MARK } from '../../../../src/platform/database/distribution/mark.js';
import type { Maintenance } from '../../../../src/platform/database/maintenance.js';
import { ROOMS, TABLES_OF_ROOMS } from './tables.js';

interface TableObject {
  readonly drop: string;
  /** Undefined: it is not made again. */
  readonly create: string | null;
}

/**
 * Foreign keys and triggers that a distributed table cannot have. Foreign keys among tables of rooms are made again
 * after the rows were copied.
 */
const OBJECTS = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', c.conrelid::regclass, c.conname) AS "drop",
    CASE WHEN c.conrelid = ANY ($1::regclass[]) AND c.confrelid = ANY ($1::regclass[]) THEN
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
    END AS "create"
  FROM pg_constraint c
  WHERE c.contype = 'f' AND (c.conrelid = ANY ($1::regclass[]) OR c.confrelid = ANY ($1::regclass[]))
  UNION ALL
  SELECT format('DROP TRIGGER %I ON %s', t.tgname, t.tgrelid::regclass), NULL
  FROM pg_trigger t WHERE NOT t.tgisinternal AND t.tgrelid = ANY ($1::regclass[])`;

/** The rooms of a user, which the program writes. Until now they are a view of the members. */
const USER_ROOMS = `
  CREATE TABLE user_rooms (user_id integer NOT NULL, room_id uuid NOT NULL, PRIMARY KEY (user_id, room_id));
  INSERT INTO user_rooms (user_id, room_id) SELECT user_id, room_id FROM room_members;
  CREATE INDEX user_rooms_room_id_idx ON user_rooms (room_id);
  ANALYZE user_rooms`;

export async function isMarked(session: Maintenance): Promise<boolean> {
  const [row] = await session.query<{ is: boolean }>(`SELECT to_regclass('${MARK}') IS NOT NULL AS is`);
  return row?.is === true;
}

/** Prepares the tables for their distribution, in the transaction of the caller, and marks the database. */
export async function prepare(session: Maintenance): Promise<void> {
  const objects = await session.query<TableObject>(OBJECTS, [[ROOMS.name, ...TABLES_OF_ROOMS]]);
  for (const { drop } of objects) await session.query(drop);
  await session.query('DROP VIEW IF EXISTS user_rooms');
  await session.query(USER_ROOMS);
  await session.query(
    `CREATE TABLE ${MARK} (id smallint PRIMARY KEY DEFAULT 1, postponed text[] NOT NULL, finished_at timestamptz)`,
  );
  const postponed = objects.flatMap(({ create }) => create ?? []);
  await session.query(`INSERT INTO ${MARK} (postponed) VALUES ($1)`, [postponed]);
}
