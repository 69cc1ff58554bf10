import { Injectable, Module } from '@nestjs/common';
import { conflict } from '@parley/protocol';
import { Any, DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { AuditRepository } from '../../../src/features/audit/audit.repository.js';
import { DatabaseKind } from '../../../src/platform/database/distribution/database-kind.js';
import { Room } from '../../../src/features/rooms/room.entity.js';
import { User } from '../../../src/features/users/user.entity.js';
import { ImportTarget } from './import-target.js';
import type { Linked, ImportWriter, RoomEnd } from './import-target.js';
import { COLUMNS } from './parley-rows.js';
import type { Rows, Table } from './parley-rows.js';
import type { SourceLink } from './source/source-rows.js';

/** The action in the audit log. Its entry marks a database in which an import was begun. */
const ACTION = 'import.django';

/** Disables the outbox for a transaction: imported messages are not new for its consumers. */
const SILENT = `SET LOCAL parley.feed = 'off'`;

/**
 * Writes the rows of one table in one statement of raw SQL, as one JSON text, so the number of parameters is constant.
 * Other raw SQL takes a lock, or looks for messages that are deleted too.
 */
@Injectable()
export class ImportTargetRepository extends ImportTarget {
  constructor(
    private readonly source: DataSource,
    private readonly audit: AuditRepository,
    private readonly kind: DatabaseKind,
  ) {
    super();
  }

  override async begin(): Promise<void> {
    if (this.kind.isDistributed) {
      throw conflict('The database is distributed: import into one that is not, and then distribute it.');
    }
    await this.source.transaction(async (manager) => {
      await manager.query(`SELECT pg_advisory_xact_lock(hashtext($1))`, [ACTION]);
      const [found] = await manager.query<[{ begun: boolean; used: boolean }]>(
        `SELECT EXISTS (SELECT FROM audit_entries WHERE action = $1) AS begun,
           EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM rooms) AS used`,
        [ACTION],
      );
      if (found.begun) return;
      if (found.used)
        throw conflict('The database has users or rooms already. An import must begin in a database without any.');
      await this.audit.record(manager, 'operator', { action: ACTION });
    });
  }

  override async users(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const users = await this.source.manager.find(User, {
      select: { id: true, usernameKey: true },
      where: { id: Any(ids) },
    });
    return new Map(users.map(({ id, usernameKey }) => [id, usernameKey]));
  }

  override async existingNames(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const users = await this.source.manager.find(User, {
      select: { id: true, usernameKey: true },
      where: { usernameKey: Any(keys) },
    });
    return new Set(users.map(({ usernameKey }) => usernameKey));
  }

  override async rooms(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rooms = await this.source.manager.find(Room, { select: { id: true }, where: { id: Any(ids) } });
    return new Set(rooms.map(({ id }) => id));
  }

  /** Not retried after a deadlock, because the rows would be counted twice. */
  override write(body: (pen: ImportWriter) => Promise<void>): Promise<void> {
    return this.source.transaction(async (manager) => {
      await manager.query(SILENT);
      return body({
        messages: (ids) => existingMessages(manager, ids),
        add: (table, rows) => add(manager, table, rows),
        endRooms: (rooms) => endRooms(manager, rooms),
      });
    });
  }

  override link(links: readonly SourceLink[]): Promise<ReadonlyMap<string, Linked>> {
    return this.source.transaction(async (manager) => {
      const [set] = await manager.query<[{ id: string }[]]>(SET_LINKS, [JSON.stringify(links)]);
      const now = new Set(set.map(({ id }) => id));
      const rows = await manager.query<{ id: string; reply: boolean; forward: boolean }[]>(LINKED, [
        JSON.stringify(links),
      ]);
      return new Map(rows.map(({ id, reply, forward }) => [id, { reply, forward, isNew: now.has(id) }]));
    });
  }

  override async end(counts: Readonly<Record<string, number>>): Promise<void> {
    await this.audit.record(this.source.manager, 'operator', { action: ACTION, details: counts });
  }
}

async function existingMessages(manager: EntityManager, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await manager.query<{ id: string }[]>(MESSAGES, [ids]);
  return new Set(rows.map(({ id }) => id));
}

async function add<Name extends Table>(
  manager: EntityManager,
  table: Name,
  rows: readonly Rows[Name][],
): Promise<void> {
  if (rows.length === 0) return;
  await manager.query(INSERTS[table], [JSON.stringify(rows)]);
  if (table === 'users') await manager.query(AFTER_THE_LAST_USER);
  if (table === 'rooms') await manager.query(ADD_PAIRS, [JSON.stringify(rows)]);
  if (table === 'room_members') await manager.query(LISTS_CHANGED, [JSON.stringify(rows)]);
}

async function endRooms(manager: EntityManager, rooms: readonly RoomEnd[]): Promise<void> {
  if (rooms.length > 0) await manager.query(END_ROOMS, [JSON.stringify(rooms)]);
}

const MESSAGES = `
  SELECT id FROM messages WHERE id = ANY ($1)
  UNION ALL SELECT message_id FROM message_deletions WHERE message_id = ANY ($1)`;

const INSERTS = Object.fromEntries(
  Object.entries(COLUMNS).map(([table, columns]) => [table, insertInto(table, columns)]),
) as Record<Table, string>;

function insertInto(table: string, columns: Readonly<Record<string, string>>): string {
  const names = Object.keys(columns).join(', ');
  const typed = Object.entries(columns).map((column) => column.join(' '));
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_to_recordset($1) AS row (${typed.join(', ')})`;
}

/** Moves the sequence past the imported ids. */
const AFTER_THE_LAST_USER = `SELECT setval(pg_get_serial_sequence('users', 'id'), (SELECT max(id) FROM users))`;

const ADD_PAIRS = `
  INSERT INTO room_pairs (pair_key, room_id)
  SELECT pair_key, id FROM jsonb_to_recordset($1) AS row (id uuid, pair_key text) WHERE pair_key IS NOT NULL`;

const LISTS_CHANGED = `
  UPDATE users SET rooms_version = rooms_version + 1
  WHERE id IN (SELECT user_id FROM jsonb_to_recordset($1) AS row (user_id int))`;

const END_ROOMS = `
  UPDATE rooms r SET last_seq = row.last_seq, last_message_id = row.last_message_id
  FROM jsonb_to_recordset($1) AS row (id uuid, last_seq bigint, last_message_id uuid) WHERE r.id = row.id`;

const WANTED = `jsonb_to_recordset($1) AS link (id uuid, parent_id uuid, forwarded_from_id uuid)`;

/** The parent of a reply must be in the same room. Existing references are not changed. */
const SET_LINKS = `
  UPDATE messages m SET parent_id = parent.id, forwarded_from_id = source.id
  FROM ${WANTED} LEFT JOIN messages child ON child.id = link.id
  LEFT JOIN messages parent ON parent.id = link.parent_id AND parent.room_id = child.room_id AND parent.id <> child.id
  LEFT JOIN messages source ON source.id = link.forwarded_from_id AND child.is_forwarded
  WHERE m.id = child.id AND m.parent_id IS NULL AND m.forwarded_from_id IS NULL
    AND (parent.id IS NOT NULL OR source.id IS NOT NULL)
  RETURNING m.id`;

const LINKED = `
  SELECT m.id, m.parent_id IS NOT DISTINCT FROM link.parent_id AND m.parent_id IS NOT NULL AS reply,
    m.forwarded_from_id IS NOT DISTINCT FROM link.forwarded_from_id AND m.forwarded_from_id IS NOT NULL AS forward
  FROM ${WANTED} JOIN messages m USING (id)`;

@Module({ providers: [ImportTargetRepository], exports: [ImportTargetRepository] })
export class ImportTargetModule {}
