import { Injectable, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { DatabaseKind } from '../../platform/database/distribution/database-kind.js';
import { bytesOnWorkers } from '../../platform/database/distribution/worker-bytes.js';
import { migrationStates } from '../../platform/database/migrate.js';
import { json, statement } from '../../platform/database/statement.js';
import { isLiving } from '../presence/node.entity.js';

/** Counts of a deployment. */
export interface Stats {
  readonly users: {
    readonly total: number;
    readonly active: number;
    readonly online: number;
    readonly guests: number;
    readonly bots: number;
  };
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

/** Raw SQL, because the counts of people are one statement, and so of one moment, and those of rooms another one. */
@Injectable()
export class StatsRepository {
  constructor(
    private readonly source: DataSource,
    private readonly kind: DatabaseKind,
  ) {}

  async read(): Promise<Stats> {
    const people = await PEOPLE.one(this.source, {});
    const rooms = await ROOMS.one(this.source, {});
    const ofWorkers = this.kind.isDistributed ? await bytesOnWorkers(this.source) : 0;
    const migrations = await migrationStates(this.source);
    return {
      users: {
        total: people.users,
        active: people.active,
        online: people.online,
        guests: people.guests,
        bots: people.bots,
      },
      rooms: rooms.rooms,
      messages: rooms.messages,
      files: people.files,
      file_bytes: people.file_bytes,
      sessions: people.sessions,
      nodes: people.nodes,
      database_bytes: people.database_bytes + ofWorkers,
      pending_migrations: migrations.filter(({ applied }) => !applied).length,
    };
  }
}

/** Each table is counted once. */
const PEOPLE = statement('stats.people', {
  parameters: {},
  columns: {
    users: 'int8',
    active: 'int8',
    guests: 'int8',
    bots: 'int8',
    sessions: 'int8',
    online: 'int8',
    files: 'int8',
    file_bytes: 'int8',
    nodes: 'int8',
    database_bytes: 'int8',
  },
  text: () => `
    SELECT u.*, s.*, f.*,
      (SELECT count(*) FROM nodes n WHERE ${isLiving('n')}) AS nodes,
      pg_database_size(current_database()) AS database_bytes
    FROM
      (SELECT count(*) AS users, count(*) FILTER (WHERE is_active) AS active,
         count(*) FILTER (WHERE is_guest) AS guests, count(*) FILTER (WHERE is_bot) AS bots
       FROM users WHERE deleted_at IS NULL) u,
      (SELECT count(*) AS sessions, count(DISTINCT user_id) AS online
       FROM sessions JOIN nodes n ON n.id = node_id WHERE ${isLiving('n')}) s,
      (SELECT count(*) AS files, coalesce(sum(served_bytes), 0)::bigint AS file_bytes FROM uploads
        WHERE state IN ('ready', 'pending')) f`,
});

const ROOMS = statement('stats.rooms', {
  parameters: {},
  columns: { rooms: json<Stats['rooms']>(), messages: 'int8' },
  text: () => `
    SELECT r.*, m.*
    FROM
      (SELECT coalesce(json_object_agg(type, count), '{}') AS rooms
       FROM (SELECT type, count(*) FROM rooms GROUP BY type ORDER BY type) by_type) r,
      (SELECT count(*) AS messages FROM messages) m`,
});

@Module({ providers: [StatsRepository], exports: [StatsRepository] })
export class StatsModule {}
