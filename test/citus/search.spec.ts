import type { GroupChat } from '@parley/protocol';
import pg from 'pg';

import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createGroup } from '../support/messaging.js';
import { users } from '../support/people.js';
import { expectFound, sendAll } from '../support/searches.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { StatementProxy } from '../support/statement-proxy.js';
import type { Statement } from '../support/statement-proxy.js';

let serviceData: ServiceData;
let proxy: StatementProxy;
let parley: Service;
let database: pg.Client;
let phone: ChatClient;
let room: GroupChat;

beforeAll(async () => {
  serviceData = await newServiceData();
  proxy = await StatementProxy.to(serviceData.env.DATABASE_URL!);
  parley = await Service.start({ SEARCH_SECONDS: '1', DATABASE_URL: proxy.databaseUrl }, serviceData);
  database = await connected(serviceData);
  const { alice } = await users(parley, 'alice');
  phone = await alice.connect();
  room = await createGroup(phone, []);
  await sendAll(phone, room, 'a sturgeon');
});
afterAll(async () => {
  await phone.close();
  await database.end();
  await parley.stop();
  await proxy.close();
  await serviceData.remove();
});

/** A connection to the worker of a room, and the table there with the messages of the room. */
async function workerOf(roomId: string): Promise<{ worker: pg.Client; table: string }> {
  const { rows } = await database.query<{ host: string; port: number; table: string }>(
    `SELECT nodename AS host, nodeport AS port, 'messages_' || shardid AS table
     FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
     WHERE shardid = get_shard_id_for_distribution_column('messages', $1::uuid)`,
    [roomId],
  );
  const { host, port, table } = rows[0]!;
  const url = Object.assign(new URL(serviceData.env.DATABASE_URL!), { hostname: host, port: String(port) });
  const worker = new pg.Client({ connectionString: url.href });
  await worker.connect();
  return { worker, table };
}

async function running(worker: pg.Client): Promise<number> {
  await worker.query('SELECT pg_stat_clear_snapshot()');
  const { rowCount } = await worker.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
     AND state = 'active' AND query LIKE '%searched_text%'`,
  );
  return rowCount ?? 0;
}

/** The position of the seconds until the deadline among the parameters. */
const SECONDS = 3;

/** The statement that names the matches of a search in all rooms of Alice. */
async function naming(): Promise<Statement> {
  proxy.forget();
  await expect(expectFound(phone, 'sturgeon')).resolves.toEqual(['a sturgeon']);
  return proxy.statementsAbout('messages').find(({ text }) => text.includes('searched_text'))!;
}

describe('a search in a distributed database', () => {
  it('that takes too long is refused, and ends on the worker too', async () => {
    const { worker, table } = await workerOf(room.id);
    try {
      await worker.query(`SET citus.enable_manual_changes_to_shards = on; BEGIN; LOCK TABLE ${table}`);
      const refused = phone.expectRefused('message.search', { query: 'sturgeon' });
      await eventually(async () => (await running(worker)) === 1);
      await expect(refused).resolves.toMatchObject({ code: 4003 });
      await eventually(async () => (await running(worker)) === 0);
    } finally {
      await worker.end();
    }
    await expect(expectFound(phone, 'sturgeon')).resolves.toEqual(['a sturgeon']);
  });

  it('has its deadline on the worker too', async () => {
    const { text, values } = await naming();
    const withSeconds = (seconds: number) => database.query(text, values.with(SECONDS, String(seconds)));
    await expect(withSeconds(60)).resolves.toMatchObject({ rowCount: 1 });
    await expect(withSeconds(0)).rejects.toMatchObject({ code: '57014', message: 'the search has taken too long' });
    await expect(withSeconds(60)).resolves.toMatchObject({ rowCount: 1 });
  });

  it('asks only the workers of the rooms', async () => {
    const { text, values } = await naming();
    const { rows } = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...values]);
    expect(rows.map((row) => row['QUERY PLAN'].trim())).toContain('Task Count: 1');
  });
});
