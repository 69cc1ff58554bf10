import pg from 'pg';

import { sendsMany } from '../support/accounts.js';
import { eventually } from '../support/eventually.js';
import { people } from '../support/people.js';
import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { Service } from '../support/service.js';
import { StatementProxy } from '../support/statement-proxy.js';
import { historyOf, says } from '../support/talk.js';

const RETENTION = { MESSAGE_RETENTION_DAYS: '30' };

let place: Place;
let proxy: StatementProxy;
let database: pg.Client;
let first: Service;
let second: Service;

beforeAll(async () => {
  place = await newPlace();
  proxy = await StatementProxy.to(place.env.DATABASE_URL!);
  database = new pg.Client({ connectionString: place.env.DATABASE_URL });
  await database.connect();
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await database.end();
  await proxy.close();
  await place.remove();
});

const hasRemoved = (service: Service, count: number): Promise<void> =>
  eventually(() => service.output.includes(`Removed ${String(count)} messages older than 30 days`));

/** Makes all messages 31 days older. */
const age = async (): Promise<void> => {
  await database.query(`UPDATE messages SET created_at = created_at - interval '31 days'`);
};

describe('old messages of a deployment of two nodes', () => {
  it('are removed in small batches by one node, and by the other after a kill, without blocking users', async () => {
    first = await Service.start(RETENTION, place);
    await hasRemoved(first, 0);
    second = await Service.start({ ...RETENTION, DATABASE_URL: proxy.databaseUrl }, place);
    await eventually(() => proxy.about('pg_try_advisory_lock').length >= 2);
    expect(second.output).not.toContain('Removed');

    const { alice, bob } = await people(second, 'alice', 'bob');
    const [phone, bobs] = [await alice.arrives(), await bob.arrives()];
    const { data: room } = await phone.ask('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
    if (room.type !== 'GroupChat') throw new Error('The room is not a group.');
    await sendsMany(phone, room, 'old', 250);
    await age();
    await bobs.rest();
    await first.kill('SIGKILL');
    const removals = [];
    const kept = [];
    for (let count = 0; count < 3; count += 1) {
      const { seq, data } = await bobs.hears('messagemodification.dispatch');
      removals.push({ seq, count: data.action === 'delete' ? data.message_ids.length : 0 });
      kept.push(await says(phone, room, `new ${String(count)}`));
    }
    expect(removals.map(({ count }) => count)).toEqual([100, 100, 50]);
    await hasRemoved(second, 250);
    await expect(historyOf(bobs, room)).resolves.toMatchObject(kept.toReversed().map(({ id }) => ({ id })));
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
