import type pg from 'pg';

import { TABLES_OF_ROOMS } from '../statements/tables.js';
import { outcomeOf, parley } from '../support/command.js';
import { connected } from '../support/database.js';
import { fillEveryTable } from '../support/filled-tables.js';
import { killedCommand } from '../support/killed-command.js';
import { users } from '../support/people.js';
import { newServiceData, undistributedData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';

/** Tables whose rows belong to processes that run, or to the distribution. */
const OF_PROCESSES = ['nodes', 'sessions', 'signals', 'leases', 'distribution'];

const distribute = (place: ServiceData): Promise<unknown> => outcomeOf(place, 'database', 'distribute');
const refusal = (sentence: string | RegExp): unknown => ({
  code: 1,
  stdout: '',
  stderr: typeof sentence === 'string' ? `${sentence}\n` : (expect.stringMatching(sentence) as string),
});

/** The rows of every table, as sorted texts. */
async function rowsOf(database: pg.Client): Promise<Record<string, string[]>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') AND relname <> ALL ($1)
       AND relname !~ '_\\d+$' AND NOT starts_with(relname, 'citus_')`,
    [OF_PROCESSES],
  );
  const stored: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await database.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    stored[name] = rows.map(({ row }) => row).sort();
  }
  return stored;
}

describe('parley database distribute', () => {
  let serviceData: ServiceData;
  let database: pg.Client;

  beforeAll(async () => {
    serviceData = await undistributedData();
    database = await connected(serviceData);
  });
  afterAll(async () => {
    await database.end();
    await serviceData.remove();
  });

  const distributedTables = async (): Promise<number> => {
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_dist_partition WHERE partmethod = 'h'`,
    );
    return rows[0]?.count ?? 0;
  };

  it('is refused while a node is running', async () => {
    await database.query('INSERT INTO nodes (id) VALUES (gen_random_uuid())');
    await expect(distribute(serviceData)).resolves.toEqual(refusal(/^1 node of the service is running: stop/));
    await database.query('DELETE FROM nodes');
  });

  it('is refused without workers, without a coordinator and without the extension', async () => {
    const place = await undistributedData();
    const other = await connected(place);
    try {
      await other.query('SELECT citus_remove_node(nodename, nodeport) FROM pg_dist_node WHERE groupid <> 0');
      await expect(distribute(place)).resolves.toEqual(
        refusal('Citus has no workers: run SELECT citus_add_node(...) for each of them.'),
      );
      await other.query('SELECT citus_remove_node(nodename, nodeport) FROM pg_dist_node');
      await expect(distribute(place)).resolves.toEqual(refusal(/^Citus does not know the address of its coordinator/));
      await other.query('DROP EXTENSION citus');
      await expect(distribute(place)).resolves.toEqual(refusal(/^The database of DATABASE_URL has no extension citus/));
    } finally {
      await other.end();
      await place.remove();
    }
  });

  it('keeps every row, and continues after it was killed at any step', { timeout: 120_000 }, async () => {
    const service = await Service.start({ STRANGERS_PER_HOUR: '10' }, serviceData);
    await fillEveryTable(service, await users(service, 'alice', 'bob', 'carol'));
    await service.stop();
    const before = await rowsOf(database);
    const url = serviceData.env.DATABASE_URL!;
    const killAt = async (statement: string, reaches = false): Promise<unknown> => {
      // Nothing else waits for the end of the lease of the command that was killed before.
      await database.query('UPDATE leases SET expires_at = now()');
      return killedCommand(
        url,
        (relay) => ({
          place: { ...serviceData, env: { ...serviceData.env, DATABASE_URL: relay } },
          words: ['database', 'distribute'],
        }),
        { statement, reaches },
      );
    };

    await expect(killAt('CREATE TABLE distribution')).resolves.toBe('SIGKILL');
    expect(await rowsOf(database)).toEqual(before);
    const statements = [
      `SELECT create_distributed_table('rooms'`,
      `SELECT create_distributed_table('messages'`,
      'SELECT truncate_local_data',
      'ALTER TABLE receipts ADD CONSTRAINT',
      `UPDATE distribution SET postponed`,
      'SELECT citus_add_local_table_to_metadata',
      'UPDATE distribution SET finished_at',
    ];
    for (const statement of statements) {
      await expect(killAt(statement, /messages|receipts/.test(statement))).resolves.toBe('SIGKILL');
      await expect(outcomeOf(serviceData, 'users', 'list')).resolves.toEqual(
        refusal(/are partly on the workers of Citus: run "parley database distribute" again\.\n$/),
      );
    }
    await database.query('UPDATE leases SET expires_at = now()');
    await expect(parley(serviceData, 'database', 'distribute')).resolves.toMatchObject({
      rows: { rooms: before.rooms?.length, messages: before.messages?.length },
    });
    expect(await distributedTables()).toBe(TABLES_OF_ROOMS.size);
    const { user_rooms: userRooms, ...after } = await rowsOf(database);
    expect(after).toEqual(Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'user_rooms')));
    expect(userRooms).toHaveLength(before.room_members?.length ?? 0);
    await expect(distribute(serviceData)).resolves.toEqual(
      refusal('The database is distributed already: nothing is left to do.'),
    );
  });
});

describe('a distributed database', () => {
  it('commits local rows and rows of a room together', async () => {
    const place = await newServiceData();
    const database = await connected(place);
    const remote: string[] = [];
    database.on('notice', ({ message }) => remote.push(message ?? ''));
    await database.query(`SET citus.log_remote_commands = on; SET client_min_messages = notice`);
    await database.query('BEGIN');
    await database.query('DELETE FROM distribution WHERE finished_at IS NULL');
    await database.query(`INSERT INTO rooms (id, type, name) VALUES (gen_random_uuid(), 'GroupChat', 'A')`);
    await database.query('COMMIT');
    expect(remote.join('\n')).toContain('PREPARE TRANSACTION');
    await database.end();
    await place.remove();
  });

  it('is refused at the address of a worker', async () => {
    const place = await newServiceData();
    const database = await connected(place);
    const { rows } = await database.query<{ host: string; port: number }>(
      'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 LIMIT 1',
    );
    await database.end();
    const url = new URL(place.env.DATABASE_URL!);
    [url.hostname, url.port] = [rows[0]!.host, String(rows[0]!.port)];
    const ofWorker = { ...place, env: { ...place.env, DATABASE_URL: url.href } };
    await expect(outcomeOf(ofWorker, 'users', 'list')).resolves.toEqual(
      refusal('DATABASE_URL names a worker of Citus: set it to the address of the coordinator.'),
    );
    await place.remove();
  });
});
