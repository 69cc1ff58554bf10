import pg from 'pg';

import { parley } from '../support/command.js';
import { eventually } from '../support/eventually.js';
import { manyUsers, users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { waitForOpenSessions, listSessions, waitForSessions } from '../support/sessions.js';
import { StatementProxy } from '../support/statement-proxy.js';
import { TcpProxy } from '../support/tcp-proxy.js';

let serviceData: ServiceData;
let database: pg.Client;

beforeEach(async () => {
  serviceData = await newServiceData();
  database = new pg.Client({ connectionString: serviceData.env.DATABASE_URL });
  await database.connect();
});
afterEach(async () => {
  await database.end();
  await serviceData.remove();
});

const names = async (): Promise<string[]> => (await listSessions(serviceData)).map(({ username }) => username);
const nodes = async (): Promise<number> => (await database.query('SELECT FROM nodes')).rowCount ?? 0;

describe('two nodes', () => {
  let here: Service;
  let there: Service;

  beforeEach(async () => {
    [here, there] = await Promise.all([Service.start({}, serviceData), Service.start({}, serviceData)]);
  });
  afterEach(() => Promise.all([here.stop(), there.stop()]));

  it('list the sessions of both, and close them on both', async () => {
    const { alice } = await users(here, 'alice');
    const devices = [await alice.connect(here), await alice.connect(there)];
    await waitForOpenSessions(2, serviceData);
    await expect(parley(serviceData, 'stats')).resolves.toMatchObject({ users: { online: 1 }, sessions: 2, nodes: 2 });
    await expect(parley(serviceData, 'sessions', 'close', alice.username)).resolves.toMatchObject({ closed: 2 });
    for (const device of devices) await expect(device.closed()).resolves.toMatchObject({ code: 1012 });
  });

  it('remove the sessions of a killed node after its heartbeat timeout', async () => {
    const { alice, bob } = await users(here, 'alice', 'bob');
    const phone = await alice.connect(here);
    await bob.connect(there);
    await waitForOpenSessions(2, serviceData);
    await there.kill('SIGKILL');
    await database.query(
      `UPDATE nodes SET alive_at = now() - interval '21 seconds'
       WHERE id IN (SELECT node_id FROM sessions WHERE user_id = $1)`,
      [bob.id],
    );
    await expect(names()).resolves.toEqual([alice.username]);
    await expect(parley(serviceData, 'stats')).resolves.toMatchObject({ users: { online: 1 }, sessions: 1, nodes: 1 });
    await eventually(async () => (await nodes()) === 1);
    await expect(phone.drain()).resolves.toEqual([]);
  });

  it('register again with their sessions after they were taken for dead', async () => {
    const { alice, bob } = await users(here, 'alice', 'bob');
    await Promise.all([alice.connect(here), bob.connect(there)]);
    const before = await waitForSessions(2, serviceData);
    await database.query('DELETE FROM nodes');
    const after = await waitForSessions(2, serviceData);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('do not remove each other after a long outage of the database', async () => {
    await eventually(async () => (await nodes()) === 2);
    const started = `SELECT id, started_at FROM nodes ORDER BY id`;
    const { rows: before } = await database.query(started);
    await database.query(`UPDATE nodes SET alive_at = now() - interval '1 hour'`);
    await eventually(async () => {
      const { rows } = await database.query(`SELECT FROM nodes WHERE alive_at > now() - interval '20 seconds'`);
      return rows.length === 2;
    });
    await expect(database.query(started)).resolves.toMatchObject({ rows: before });
  });
});

describe('the sessions of a node', () => {
  it('are written in batches, however many open and close', async () => {
    const proxy = await StatementProxy.to(serviceData.env.DATABASE_URL!);
    const service = await Service.start({ DATABASE_URL: proxy.databaseUrl }, serviceData);
    try {
      const everyone = await manyUsers(service, 100);
      // The retention at the start is over with its last table.
      await eventually(() => proxy.about('sync_records').length > 0);
      proxy.forget();
      const devices = await Promise.all(everyone.map((user) => user.connect()));
      await waitForOpenSessions(100, serviceData);
      await Promise.all(devices.map((device) => device.request('session.heartbeat', {})));
      await Promise.all(devices.map((device) => device.close()));
      await waitForOpenSessions(0, serviceData);
      await expect(database.query('SELECT FROM sessions')).resolves.toMatchObject({ rowCount: 0 });
      expect(proxy.about('sessions').length).toBeLessThan(50);
      const closed = 'SELECT FROM past_sessions WHERE close_code IS NOT NULL';
      await expect(database.query(closed)).resolves.toMatchObject({ rowCount: 100 });
      expect(proxy.about('sessions', 'past_sessions').length).toBe(proxy.about('sessions').length);
    } finally {
      await service.stop();
      await proxy.close();
    }
  });

  it('are written when the database is back, and the failure is logged once', async () => {
    const url = new URL(serviceData.env.DATABASE_URL!);
    let attempts = 0;
    const cable = await TcpProxy.to(url.hostname, Number(url.port || 5432), () => {
      attempts += 1;
      return () => undefined;
    });
    url.hostname = '127.0.0.1';
    url.port = String(cable.port);
    const service = await Service.start({ DATABASE_URL: url.href }, serviceData);
    try {
      const { alice, bob } = await users(service, 'alice', 'bob');
      const [phone] = [await alice.connect(), await bob.connect()];
      await waitForOpenSessions(2, serviceData);
      cable.cut();
      await phone.close();
      const complaints = (): number => service.output.split('Cannot write the sessions of this node').length - 1;
      await eventually(() => complaints() === 1);
      // Sessions are written each second, as are other things.
      const first = attempts;
      await eventually(() => attempts > first + 30);
      await expect(names()).resolves.toEqual([alice.username, bob.username]);

      cable.mend();
      await eventually(async () => (await names()).join() === bob.username);
      expect(complaints()).toBe(1);
    } finally {
      await service.stop();
      await cable.close();
    }
  });
});
