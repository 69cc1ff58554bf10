import { eventually } from '../support/eventually.js';
import { metric } from '../support/metrics.js';
import { watchedService } from '../support/watched-service.js';
import type { WatchedService } from '../support/watched-service.js';

const TABLES = ['room_feed', 'webhook_deliveries', 'pushes'];
const ROUNDS = 3;

let watched: WatchedService;

beforeAll(async () => {
  watched = await watchedService();
});

const countsOf = (table: string): string[] =>
  watched.proxy.about(table).filter((text) => text.includes('count(') && !/DELETE|INSERT/.test(text));

describe('the backlogs of the outbox, webhooks and push', () => {
  it('are polled with EXISTS every second, and never counted by a timer', async () => {
    watched.proxy.forget();
    for (const table of TABLES) {
      await eventually(() => watched.proxy.about(table).filter((text) => text.includes('EXISTS')).length >= ROUNDS);
      expect(countsOf(table)).toEqual([]);
    }
  });

  it('are counted when the metrics are scraped', async () => {
    watched.proxy.forget();
    expect(await metric(watched.parley, 'parley_feed_pending')).toBe(0);
    for (const table of TABLES) expect(countsOf(table).length).toBeGreaterThan(0);
  });
});
