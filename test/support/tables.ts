import pg from 'pg';

import { keepTimers } from './ended-rooms.js';
import type { ServiceData } from './service-data.js';

/**
 * Tables that nodes write on their own: sessions, syncs, nodes, the signals between them, leases, and the seals of the
 * audit log.
 */
const OF_NODES = [
  'audit_seals',
  'audit_streams',
  'audit_unsealed',
  'leases',
  'nodes',
  'past_sessions',
  'sessions',
  'signals',
  'sync_records',
];

/** Columns that nodes renew on their own, by table; of every other table, `last_seen_at`. */
const RENEWED: Readonly<Record<string, string>> = { leases: 'expires_at', refresh_tokens: 'active_at' };

/**
 * The other rows, by table, where nodes write some on their own: log-ins are recorded once a minute, and the timer of a
 * room with a lifetime of messages sets itself again.
 */
const OF_REQUESTS: Readonly<Record<string, string>> = {
  audit_entries: "action NOT LIKE 'log_in.%'",
  timers: "kind <> 'message_expiry'",
};

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
   * The row count and a hash of each table: equal as long as nothing has been written. The hash of a table is the sum
   * of those of its rows, because the template has thousands of users, and sorting them costs more than reading them.
   * @param leftOut tables that are not read
   */
  async state(leftOut = OF_NODES): Promise<Record<string, string>> {
    const { rows: tables } = await this.client.query<{ name: string; columns: string[] }>(
      // Without the views of information_schema, which cost more than reading all tables.
      `SELECT relname AS name, json_agg(attname ORDER BY attnum) AS columns
       FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       GROUP BY relname ORDER BY relname`,
    );
    const state: Record<string, string> = {};
    for (const { name, columns } of tables.filter((table) => !leftOut.includes(table.name))) {
      const compared = columns.filter((column) => column !== (RENEWED[name] ?? 'last_seen_at'));
      const { rows } = await this.client.query<{ state: string }>(
        `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(ROW("${compared.join('", "')}")::text, 0)), 0) AS state
         FROM "${name}" WHERE ${OF_REQUESTS[name] ?? 'true'}`,
      );
      state[name] = rows[0]!.state;
    }
    return state;
  }

  /** The names of the tables that differ from an earlier state. */
  async changedSince(earlier: Record<string, string>): Promise<string[]> {
    const now = await this.state();
    return Object.keys({ ...earlier, ...now }).filter((name) => now[name] !== earlier[name]);
  }

  /** Whether a statement waits for another transaction's lock. */
  async hasLockWait(): Promise<boolean> {
    const { rowCount } = await this.client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount !== 0;
  }

  keepTimers(): Promise<void> {
    return keepTimers(this.client);
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
