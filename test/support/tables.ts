import pg from 'pg';

import type { ServiceData } from './service-data.js';

/**
 * Tables that nodes write on their own: sessions, syncs, nodes, and the signals between them.
 */
const OF_NODES = ['nodes', 'past_sessions', 'sessions', 'signals', 'sync_records'];

/** Columns that nodes renew on their own, by table; of every other table, `last_seen_at`. */
const RENEWED: Readonly<Record<string, string>> = { leases: 'expires_at', refresh_tokens: 'active_at' };

/** All stored data of a service, read directly from the database. */
export class Tables {
  private constructor(private readonly client: pg.Client) {}

  static async of({ env }: ServiceData): Promise<Tables> {
    const { DATABASE_URL: connectionString, DATA_DIR: host } = env;
    const client = new pg.Client(
      connectionString ? { connectionString } : { host, user: 'postgres', database: 'postgres' },
    );
    await client.connect();
    return new Tables(client);
  }

  /**
   * The row count and a hash of each table: equal as long as nothing has been written.
   * @param leftOut tables that are not read
   */
  async state(leftOut = OF_NODES): Promise<Record<string, string>> {
    const { rows: tables } = await this.client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`,
    );
    const state: Record<string, string> = {};
    for (const { name } of tables.filter((table) => !leftOut.includes(table.name))) {
      const { rows } = await this.client.query<{ state: string }>(
        `SELECT count(*) || ' ' || md5(coalesce(string_agg(line, E'\n' ORDER BY line), '')) AS state
         FROM (SELECT (to_jsonb(each) - '${RENEWED[name] ?? 'last_seen_at'}')::text AS line FROM "${name}" each) lines`,
      );
      state[name] = rows[0]!.state;
    }
    return state;
  }

  /** Whether a statement waits for another transaction's lock. */
  async hasLockWait(): Promise<boolean> {
    const { rowCount } = await this.client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount !== 0;
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
