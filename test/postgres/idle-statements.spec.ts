import { eventually } from '../support/eventually.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { waitForOpenSessions } from '../support/sessions.js';
import { StatementProxy } from '../support/statement-proxy.js';

/** Sent every five seconds by each node. */
const RENEWAL = 'INSERT INTO nodes';
const RENEWALS = 2;
const SECONDS = RENEWALS * 5;

/** The tables of the outbox, of webhooks and of push. */
const BACKLOGS = ['room_feed', 'webhook_deliveries', 'pushes'];

let serviceData: ServiceData;
let proxy: StatementProxy;
let parley: Service;

beforeAll(async () => {
  serviceData = await newServiceData();
  proxy = await StatementProxy.to(serviceData.env.DATABASE_URL!);
  // With the administration page, one node counts the queues of the deployment every ten seconds too.
  parley = await Service.start({ DATABASE_URL: proxy.databaseUrl, ADMIN_PAGE: 'off' }, serviceData);
});
afterAll(async () => {
  await parley.stop();
  await proxy.close();
  await serviceData.remove();
});

const countsOf = (table: string): string[] =>
  proxy.about(table).filter((text) => text.includes('count(') && !/DELETE|INSERT/.test(text));

describe('a node without connections', () => {
  it('sends at most two statements a second, and asks for backlogs without counting them', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const device = await alice.connect();
    for (let room = 0; room < 20; room += 1) {
      await device.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
    }
    await device.close();
    await waitForOpenSessions(0, serviceData);

    const renewals = (): number[] => proxy.texts.flatMap((text, index) => (text.includes(RENEWAL) ? [index] : []));
    proxy.forget();
    await eventually(() => renewals().length > RENEWALS);
    const [first = NaN, , last = NaN] = renewals();
    const polls = proxy.texts.slice(first, last).filter((text) => text.includes('room_feed'));
    expect(polls.length).toBeGreaterThan(SECONDS / 2);
    expect(last - first).toBeLessThanOrEqual(2 * SECONDS);
    for (const table of BACKLOGS) {
      expect(proxy.about(table).filter((text) => text.includes('EXISTS'))).not.toEqual([]);
      expect(countsOf(table)).toEqual([]);
    }
  });

  it('counts the backlogs when its metrics are scraped', async () => {
    proxy.forget();
    expect(await metric(parley, 'parley_feed_pending')).toBe(0);
    for (const table of BACKLOGS) expect(countsOf(table).length).toBeGreaterThan(0);
  });
});
