import pg from 'pg';

import { parley } from '../support/command.js';
import { eventually } from '../support/eventually.js';
import { crowd, people } from '../support/people.js';
import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { Service } from '../support/service.js';
import { areOpen, listed, listedAs } from '../support/sessions.js';
import { StatementProxy } from '../support/statement-proxy.js';
import { TcpProxy } from '../support/tcp-proxy.js';

let place: Place;
let database: pg.Client;

beforeEach(async () => {
  place = await newPlace();
  database = new pg.Client({ connectionString: place.env.DATABASE_URL });
  await database.connect();
});
afterEach(async () => {
  await database.end();
  await place.remove();
});

const names = async (): Promise<string[]> => (await listed(place)).map(({ username }) => username);
const nodes = async (): Promise<number> => (await database.query('SELECT FROM nodes')).rowCount ?? 0;

describe('two nodes', () => {
  let here: Service;
  let there: Service;

  beforeEach(async () => {
    [here, there] = await Promise.all([Service.start({}, place), Service.start({}, place)]);
  });
  afterEach(() => Promise.all([here.stop(), there.stop()]));

  it('list the sessions of both, and close them on both', async () => {
    const { alice } = await people(here, 'alice');
    const devices = [await alice.arrives(here), await alice.arrives(there)];
    await areOpen(2, place);
    await expect(parley(place, 'stats')).resolves.toMatchObject({ users: { online: 1 }, sessions: 2, nodes: 2 });
    await expect(parley(place, 'sessions', 'close', alice.username)).resolves.toMatchObject({ closed: 2 });
    for (const device of devices) await expect(device.closed()).resolves.toMatchObject({ code: 1012 });
  });

  it('remove the sessions of a killed node after its heartbeat timeout', async () => {
    const { alice, bob } = await people(here, 'alice', 'bob');
    const phone = await alice.arrives(here);
    await bob.arrives(there);
    await areOpen(2, place);
    await there.kill('SIGKILL');
    await database.query(
      `UPDATE nodes SET alive_at = now() - interval '21 seconds'
       WHERE id IN (SELECT node_id FROM sessions WHERE user_id = $1)`,
      [bob.id],
    );
    await expect(names()).resolves.toEqual([alice.username]);
    await expect(parley(place, 'stats')).resolves.toMatchObject({ users: { online: 1 }, sessions: 1, nodes: 1 });
    await eventually(async () => (await nodes()) === 1);
    await expect(phone.rest()).resolves.toEqual([]);
  });

  it('register again with their sessions after they were taken for dead', async () => {
    const { alice, bob } = await people(here, 'alice', 'bob');
    await Promise.all([alice.arrives(here), bob.arrives(there)]);
    const before = await listedAs(2, place);
    await database.query('DELETE FROM nodes');
    const after = await listedAs(2, place);
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
    const proxy = await StatementProxy.to(place.env.DATABASE_URL!);
    const service = await Service.start({ DATABASE_URL: proxy.databaseUrl }, place);
    try {
      const everybody = await crowd(service, 100);
      proxy.forget();
      const devices = await Promise.all(everybody.map((person) => person.arrives()));
      await areOpen(100, place);
      await Promise.all(devices.map((device) => device.ask('session.heartbeat', {})));
      await Promise.all(devices.map((device) => device.leaves()));
      await areOpen(0, place);
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
    const url = new URL(place.env.DATABASE_URL!);
    const cable = await TcpProxy.to(url.hostname, Number(url.port || 5432));
    url.hostname = '127.0.0.1';
    url.port = String(cable.port);
    const service = await Service.start({ DATABASE_URL: url.href }, place);
    try {
      const { alice, bob } = await people(service, 'alice', 'bob');
      const [phone] = [await alice.arrives(), await bob.arrives()];
      await areOpen(2, place);
      cable.cut();
      await phone.leaves();
      const complaints = (): number => service.output.split('Cannot write the sessions of this node').length - 1;
      await eventually(() => complaints() === 1);
      await eventually(() => service.output.split('Cannot write when users were last seen').length > 3);
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
