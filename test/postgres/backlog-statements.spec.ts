import { eventually } from '../support/eventually.js';
import { metric } from '../support/metrics.js';
import { newServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { StatementProxy } from '../support/statement-proxy.js';

const TABLES = ['room_feed', 'webhook_deliveries', 'pushes'];
const ROUNDS = 3;

let proxy: StatementProxy;
let parley: Service;

beforeAll(async () => {
  const serviceData = await newServiceData();
  proxy = await StatementProxy.to(serviceData.env.DATABASE_URL!);
  // The figures of the administration page are counted by a timer.
  parley = await Service.startShared({ DATABASE_URL: proxy.databaseUrl, ADMIN_PAGE: 'off' }, serviceData);
});

const countsOf = (table: string): string[] =>
  proxy.about(table).filter((text) => text.includes('count(') && !/DELETE|INSERT/.test(text));

describe('the backlogs of the outbox, webhooks and push', () => {
  it('are polled with EXISTS every second, and never counted by a timer', async () => {
    proxy.forget();
    for (const table of TABLES) {
      await eventually(() => proxy.about(table).filter((text) => text.includes('EXISTS')).length >= ROUNDS);
      expect(countsOf(table)).toEqual([]);
    }
  });

  it('are counted when the metrics are scraped', async () => {
    proxy.forget();
    expect(await metric(parley, 'parley_feed_pending')).toBe(0);
    for (const table of TABLES) expect(countsOf(table).length).toBeGreaterThan(0);
  });
});
