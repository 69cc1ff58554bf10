import pg from 'pg';

import { sendMany } from '../support/many-messages.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { StatementProxy } from '../support/statement-proxy.js';
import { historyOf, sendMessage } from '../support/messaging.js';

const RETENTION = { MESSAGE_RETENTION_DAYS: '30' };

let serviceData: ServiceData;
let proxy: StatementProxy;
let database: pg.Client;
let first: Service;
let second: Service;

beforeAll(async () => {
  serviceData = await newServiceData();
  proxy = await StatementProxy.to(serviceData.env.DATABASE_URL!);
  database = new pg.Client({ connectionString: serviceData.env.DATABASE_URL });
  await database.connect();
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await database.end();
  await proxy.close();
  await serviceData.remove();
});

const hasRemoved = (service: Service, count: number): Promise<void> =>
  eventually(() => service.output.includes(`Removed ${String(count)} messages older than their rooms keep them`));

/** Makes all messages 31 days older. */
const age = async (): Promise<void> => {
  await database.query(`UPDATE messages SET created_at = created_at - interval '31 days'`);
};

describe('old messages of a deployment of two nodes', () => {
  it('are removed in small batches by one node, and by the other after a kill, without blocking users', async () => {
    first = await Service.start(RETENTION, serviceData);
    await hasRemoved(first, 0);
    second = await Service.start({ ...RETENTION, DATABASE_URL: proxy.databaseUrl }, serviceData);
    await eventually(() => proxy.about('INSERT INTO leases').length >= 2);
    expect(second.output).not.toContain('Removed');

    const { alice, bob } = await users(second, 'alice', 'bob');
    const [phone, bobDevice] = [await alice.connect(), await bob.connect()];
    const { data: room } = await phone.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
    if (room.type !== 'GroupChat') throw new Error('The room is not a group.');
    await sendMany(phone, room, 'old', 250);
    await age();
    await bobDevice.drain();
    await first.kill('SIGKILL');
    // As some seconds later.
    await database.query('UPDATE leases SET expires_at = now()');
    const removals = [];
    const kept = [];
    for (let count = 0; count < 3; count += 1) {
      const { seq, data } = await bobDevice.receive('messagemodification.dispatch');
      removals.push({ seq, count: data.action === 'delete' ? data.message_ids.length : 0 });
      kept.push(await sendMessage(phone, room, `new ${String(count)}`));
    }
    expect(removals.map(({ count }) => count)).toEqual([100, 100, 50]);
    await hasRemoved(second, 250);
    await expect(historyOf(bobDevice, room)).resolves.toMatchObject(kept.toReversed().map(({ id }) => ({ id })));
    const numbers = [...removals, ...kept].map(({ seq }) => seq!).sort((one, other) => one - other);
    expect(numbers).toEqual(numbers.map((_, at) => room.last_seq + 251 + at));
  });

  it('are removed by the next node as soon as the first one stops', async () => {
    await first.begin();
    expect(first.output).not.toContain('Removed');
    await age();
    await second.kill('SIGTERM');
    await hasRemoved(first, 3);
  });
});
