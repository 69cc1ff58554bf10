import { Injectable, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { DatabaseKind } from '../../platform/database/distribution/database-kind.js';
import { migrationStates } from '../../platform/database/migrate.js';
import { isLiving } from '../presence/node.entity.js';

/** Counts of a deployment. */
export interface Stats {
  readonly users: { readonly total: number; readonly active: number; readonly online: number };
  /** The number of rooms by type, without types that have no rooms. */
  readonly rooms: Readonly<Record<string, number>>;
  readonly messages: number;
  /** The files that messages show or may show, and their bytes. */
  readonly files: number;
  readonly file_bytes: number;
  readonly sessions: number;
  readonly nodes: number;
  /** Of all servers of the database. */
  readonly database_bytes: number;
  readonly pending_migrations: number;
}

interface People extends Pick<Stats, 'files' | 'file_bytes' | 'sessions' | 'nodes' | 'database_bytes'> {
  readonly users: number;
  readonly active: number;
  readonly online: number;
}

type Rooms = Pick<Stats, 'rooms' | 'messages'>;

/** Each table is counted once. */
const PEOPLE = `
  SELECT u.*, s.*, f.*,
    (SELECT count(*) FROM nodes n WHERE ${isLiving('n')}) AS nodes,
    pg_database_size(current_database()) AS database_bytes
  FROM
    (SELECT count(*) AS users, count(*) FILTER (WHERE is_active) AS active FROM users WHERE deleted_at IS NULL) u,
    (SELECT count(*) AS sessions, count(DISTINCT user_id) AS online
     FROM sessions JOIN nodes n ON n.id = node_id WHERE ${isLiving('n')}) s,
    (SELECT count(*) AS files, coalesce(sum(served_bytes), 0)::bigint AS file_bytes FROM uploads
      WHERE state IN ('ready', 'pending')) f
`;

const ROOMS = `
  SELECT r.*, m.*
  FROM
    (SELECT coalesce(json_object_agg(type, count), '{}') AS rooms
     FROM (SELECT type, count(*) FROM rooms GROUP BY type ORDER BY type) by_type) r,
    (SELECT count(*) AS messages FROM messages) m
`;

/** The databases of the workers, which have the same name. */
const ON_WORKERS = `
  SELECT sum(result::bigint)::float8 AS bytes
  FROM run_command_on_workers('SELECT pg_database_size(current_database())')`;

/** Raw SQL, because the counts of people are one statement, and so of one moment, and those of rooms another one. */
@Injectable()
export class StatsRepository {
  constructor(
    private readonly source: DataSource,
    private readonly kind: DatabaseKind,
  ) {}

  async read(): Promise<Stats> {
    const [people] = await this.source.query<[People]>(PEOPLE);
    const [rooms] = await this.source.query<[Rooms]>(ROOMS);
    const migrations = await migrationStates(this.source);
    return {
      users: { total: people.users, active: people.active, online: people.online },
      rooms: rooms.rooms,
      messages: rooms.messages,
      files: people.files,
      file_bytes: people.file_bytes,
      sessions: people.sessions,
      nodes: people.nodes,
      database_bytes: people.database_bytes + (await this.bytesOnWorkers()),
      pending_migrations: migrations.filter(({ applied }) => !applied).length,
    };
  }

  private async bytesOnWorkers(): Promise<number> {
    if (!this.kind.isDistributed) return 0;
    const [row] = await this.source.query<[{ bytes: number }]>(ON_WORKERS);
    return row.bytes;
  }
}

@Module({ providers: [StatsRepository], exports: [StatsRepository] })
export class StatsModule {}
