import pg from 'pg';

import type { ChatClient } from '../support/chat-client.js';
import { StatementMeter } from '../support/measured-statements.js';
import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { makeOtherRooms } from '../support/skewed-rooms.js';
import { StatementProxy } from '../support/statement-proxy.js';
import type { Statement } from '../support/statement-proxy.js';

/** The rooms of users, and those of somebody else. `npm run test:long` has the most that anybody is likely to have. */
const [FEW, MANY, OTHERS] = process.env.TEST_SAMPLE === 'all' ? [10, 5_000, 18_000] : [10, 1_000, 2_000];
const LIMIT = 10;
const LATE_PAGE = 20;

/**
 * For each room of the user its membership, its row and its latest message, each through an index; and those of the
 * page.
 */
const mostFor = (rooms: number): number => 9 * rooms + 4 * LIMIT + 20;
/** A late page may cost so much of what the first one costs. */
const LATE_FOR_FIRST = 1.2;

let serviceData: ServiceData;
let proxy: StatementProxy;
let service: Service;
let meter: StatementMeter;
/** The statement that finds the rooms of a page, by the rooms of the user and the number of the page. */
const found = new Map<string, Statement>();

beforeAll(async () => {
  serviceData = await newServiceData();
  proxy = await StatementProxy.to(serviceData.env.DATABASE_URL!);
  service = await Service.start({ DATABASE_URL: proxy.databaseUrl }, serviceData);
  const { alice, bob, carol } = await users(service, 'alice', 'bob', 'carol');
  const database = new pg.Client({ connectionString: serviceData.env.DATABASE_URL! });
  await database.connect();
  await makeOtherRooms(database, OTHERS, carol.id);
  await makeOtherRooms(database, FEW, alice.id);
  await makeOtherRooms(database, MANY, bob.id);
  await database.query(`UPDATE messages SET created_at = created_at - (2 + random()) * interval '1 hour'`);
  await database.query(
    'UPDATE rooms r SET last_message_id = (SELECT m.id FROM messages m WHERE m.room_id = r.id ORDER BY m.seq DESC LIMIT 1)',
  );
  await database.query('VACUUM ANALYZE');
  await database.end();
  for (const [rooms, person] of [
    [FEW, alice],
    [MANY, bob],
  ] as const) {
    const device = await person.connect(service);
    await note(rooms, device);
    await device.close();
  }
  await service.stop();
  meter = await StatementMeter.copy(serviceData.env.DATABASE_URL!);
});
afterAll(async () => {
  await meter.end();
  await proxy.close();
  await serviceData.remove();
});

/** Reads the pages, and notes the statements of the first and of a late one. */
async function note(rooms: number, device: ChatClient): Promise<void> {
  for (let page = 1, cursor: unknown = undefined; page <= LATE_PAGE && cursor !== null; page += 1) {
    proxy.forget();
    const { meta } = await device.request('room.list', { limit: LIMIT, ...(cursor === undefined ? {} : { cursor }) });
    cursor = meta?.next_cursor;
    const [statement] = proxy.statementsAbout('listed_at');
    if (statement) found.set(`${String(rooms)} ${String(page)}`, statement);
  }
}

const buffers = async (rooms: number, page: number): Promise<number> =>
  (await meter.buffers(found.get(`${String(rooms)} ${String(page)}`)!)) ?? NaN;

describe('a page of room.list', () => {
  it.each([FEW, MANY])('reads a bounded number of pages for each of %d rooms', async (rooms) => {
    expect(await buffers(rooms, 1)).toBeLessThanOrEqual(mostFor(rooms));
  });

  it('costs no more if many precede it', async () => {
    const [first, late] = [await buffers(MANY, 1), await buffers(MANY, LATE_PAGE)];
    expect(late).toBeLessThanOrEqual(LATE_FOR_FIRST * first);
  });
});
