import pg from 'pg';

import { ApiClient } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { expectFound, sendAll } from '../support/searches.js';
import { Service } from '../support/service.js';
import { createGroup, connectMember } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';

let serviceData: ServiceData;
let parley: Service;
let database: pg.Client;
let alice: Member;
let bob: Member;

beforeAll(async () => {
  serviceData = await newServiceData();
  parley = await Service.start({ SEARCH_SECONDS: '3', SEARCH_WAIT_SECONDS: '1' }, serviceData);
  database = new pg.Client({ connectionString: serviceData.env.DATABASE_URL! });
  await database.connect();
  const all = await users(parley, 'alice', 'bob');
  [alice, bob] = [await connectMember(all.alice), await connectMember(all.bob)];
  await sendAll(alice.device, await createGroup(alice.device, [bob]), 'a sturgeon');
});
afterAll(async () => {
  await database.end();
  await parley.stop();
  await serviceData.remove();
});

/** Searches are in progress for as long as the table of messages is locked. */
async function whileSearchesHang(body: () => Promise<void>): Promise<void> {
  await database.query('BEGIN; LOCK TABLE messages IN ACCESS EXCLUSIVE MODE');
  try {
    await body();
  } finally {
    await database.query('ROLLBACK');
  }
}

async function running(): Promise<number> {
  await database.query('SELECT pg_stat_clear_snapshot()');
  const { rowCount } = await database.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%searched_text%'`,
  );
  return rowCount ?? 0;
}

const QUERY = { query: 'sturgeon' };
const BUSY = { code: 4029, detail: 'Other searches are running (SEARCH_WAIT_SECONDS).', retry_after: 1 };

describe('searches that take long', () => {
  it('run one at a time for a user, and at the same time for two users', async () => {
    const second = await bob.user.connect(parley);
    const program = await ApiClient.create(parley, { user: bob.user });
    await whileSearchesHang(async () => {
      const first = bob.device.sendRequest('message.search', QUERY);
      await eventually(async () => (await running()) === 1);
      const refused = second.expectRefused('message.search', QUERY);
      const answered = program.send('GET', `/api/messages/search/?query=${QUERY.query}`);
      await expect(refused).resolves.toMatchObject(BUSY);
      const { status, headers } = await answered;
      expect([status, headers['retry-after']]).toEqual([429, '1']);
      const other = alice.device.sendRequest('message.search', QUERY);
      await eventually(async () => (await running()) === 2);
      for (const [device, requestId] of [
        [bob.device, first],
        [alice.device, other],
      ] as const) {
        const { error } = await device.response(requestId);
        expect(error).toMatchObject({ code: 4003, detail: { query: [expect.stringContaining('too much')] } });
      }
    });
    await expect(expectFound(second, QUERY.query)).resolves.toEqual(['a sturgeon']);
    await second.close();
  });
});
