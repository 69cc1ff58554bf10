import { Injectable, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { migrationStates } from '../../platform/database/migrate.js';
import { isLiving } from '../../presence/node.entity.js';

/** Counts of a deployment. */
export interface Stats {
  readonly users: { readonly total: number; readonly active: number; readonly online: number };
  /** The number of rooms by type, without types that have no rooms. */
  readonly rooms: Readonly<Record<string, number>>;
  readonly messages: number;
  readonly sessions: number;
  /** The number of running nodes. */
  readonly nodes: number;
  readonly database_bytes: number;
  readonly pending_migrations: number;
}

interface Row {
  readonly users: number;
  readonly active: number;
  readonly online: number;
  readonly rooms: Readonly<Record<string, number>>;
  readonly messages: number;
  readonly sessions: number;
  readonly nodes: number;
  readonly database_bytes: number;
}

/** Each table is counted once. */
const COUNTS = `
  SELECT u.*, r.*, m.*, s.*,
    (SELECT count(*) FROM nodes n WHERE ${isLiving('n')}) AS nodes,
    pg_database_size(current_database()) AS database_bytes
  FROM
    (SELECT count(*) AS users, count(*) FILTER (WHERE is_active) AS active FROM users WHERE deleted_at IS NULL) u,
    (SELECT coalesce(json_object_agg(type, count), '{}') AS rooms
     FROM (SELECT type, count(*) FROM rooms GROUP BY type ORDER BY type) by_type) r,
    (SELECT count(*) AS messages FROM messages) m,
    (SELECT count(*) AS sessions, count(DISTINCT user_id) AS online
     FROM sessions JOIN nodes n ON n.id = node_id WHERE ${isLiving('n')}) s
`;

/** Raw SQL, because all counts are one statement, and so of one moment. */
@Injectable()
export class StatsRepository {
  constructor(private readonly source: DataSource) {}

  async read(): Promise<Stats> {
    const [row] = await this.source.query<[Row]>(COUNTS);
    const migrations = await migrationStates(this.source);
    return {
      users: { total: row.users, active: row.active, online: row.online },
      rooms: row.rooms,
      messages: row.messages,
      sessions: row.sessions,
      nodes: row.nodes,
      database_bytes: row.database_bytes,
      pending_migrations: migrations.filter(({ applied }) => !applied).length,
    };
  }
}

@Module({ providers: [StatsRepository], exports: [StatsRepository] })
export class StatsModule {}
