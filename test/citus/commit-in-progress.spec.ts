import pg from 'pg';

import { parley } from '../support/command.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

const ROOM = '01890000-0000-7000-8000-000000000001';

const SHARD = `
  SELECT nodename AS host, nodeport AS port, shardid AS id FROM citus_shards
  WHERE shardid = get_shard_id_for_distribution_column($1::text::regclass, $2::uuid)`;

interface Shard {
  readonly host: string;
  readonly port: number;
  readonly id: string;
}

describe('a membership that the coordinator has committed, and its worker not yet', () => {
  let serviceData: ServiceData;
  let database: pg.Client;
  let worker: pg.Client;

  const shardOf = async (table: string): Promise<Shard> => {
    const { rows } = await database.query<Shard>(SHARD, [table, ROOM]);
    return rows[0]!;
  };

  beforeAll(async () => {
    serviceData = await newServiceData();
    database = await connected(serviceData);
    await database.query(`INSERT INTO rooms (id, type, name, last_seq) VALUES ($1, 'GroupChat', 'A', 2)`, [ROOM]);
    const { host, port } = await shardOf('rooms');
    const address = new URL(serviceData.env.DATABASE_URL!);
    [address.hostname, address.port] = [host, String(port)];
    worker = new pg.Client({ connectionString: address.href });
    await worker.connect();
  });
  afterAll(async () => {
    await worker.end();
    await database.end();
    await serviceData.remove();
  });

  /** Whether another connection waits for the transaction on the worker. */
  const isAwaited = async (): Promise<boolean> => {
    const { rowCount } = await worker.query(
      'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
    );
    return rowCount !== 0;
  };

  it('is removed with its user, whose deletion waits for the worker', async () => {
    const { rows } = await database.query<{ id: number; username: string }>(
      'SELECT id, username FROM users ORDER BY id LIMIT 1',
    );
    const { id: userId, username } = rows[0]!;
    const [rooms, members] = [await shardOf('rooms'), await shardOf('room_members')];
    await worker.query('BEGIN');
    await worker.query(`SELECT FROM rooms_${rooms.id} WHERE id = $1 FOR UPDATE`, [ROOM]);
    await worker.query(
      `INSERT INTO room_members_${members.id} (room_id, user_id, joined_seq, delivered_seq, read_seq, change_seq)
       VALUES ($1, $2, 2, 2, 2, 2)`,
      [ROOM, userId],
    );
    await database.query('INSERT INTO user_rooms (user_id, room_id) VALUES ($1, $2)', [userId, ROOM]);

    const deleted = parley(serviceData, 'users', 'delete', username, '--yes');
    await eventually(isAwaited);
    await worker.query('COMMIT');
    await deleted;
    await expect(database.query('SELECT FROM room_members WHERE user_id = $1', [userId])).resolves.toMatchObject({
      rowCount: 0,
    });
  });
});
