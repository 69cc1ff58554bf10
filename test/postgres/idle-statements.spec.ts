import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { waitForOpenSessions } from '../support/sessions.js';
import { StatementProxy } from '../support/statement-proxy.js';

/** Sent every five seconds by each node. */
const RENEWAL = 'INSERT INTO nodes';
const RENEWALS = 2;
const SECONDS = RENEWALS * 5;

it('a node without connections sends at most two statements a second', async () => {
  const serviceData = await newServiceData();
  const proxy = await StatementProxy.to(serviceData.env.DATABASE_URL!);
  // With the administration page, one node counts the queues of the deployment every ten seconds too.
  const parley = await Service.startShared({ DATABASE_URL: proxy.databaseUrl, ADMIN_PAGE: 'off' }, serviceData);
  const { alice, bob } = await users(parley, 'alice', 'bob');
  const device = await alice.connect();
  for (let room = 0; room < 20; room += 1) {
    await device.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
  }
  await device.close();
  await waitForOpenSessions(0, serviceData);

  const renewals = (): number[] => proxy.texts.flatMap((text, index) => (text.includes(RENEWAL) ? [index] : []));
  proxy.forget();
  const patience = { timeout: 30_000, interval: 100 };
  await vi.waitFor(() => {
    expect(renewals().length).toBeGreaterThan(RENEWALS);
  }, patience);
  const [first = NaN, , last = NaN] = renewals();
  expect(proxy.texts.slice(first, last).filter((text) => text.includes('room_feed')).length).toBeGreaterThan(
    SECONDS / 2,
  );
  expect(last - first).toBeLessThanOrEqual(2 * SECONDS);
});
