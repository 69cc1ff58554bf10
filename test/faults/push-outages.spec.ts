import type pg from 'pg';

import { parleyText } from '../support/command.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import { PushService } from '../support/push-service.js';
import { resultsOf, leave, pushing, subscribed } from '../support/pushes.js';
import { Service } from '../support/service.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';

let here: PushService;
let elsewhere: PushService;
/** Two more, which answer that they are to be asked much later. */
let late: PushService[];
let parley: Service;
let database: pg.Client;

beforeAll(async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => PushService.start()));
  [here, elsewhere, ...late] = all as [PushService, PushService, ...PushService[]];
  const PUSH_ALLOWED_HOSTS = all.map(({ host }) => host).join(',');
  parley = await Service.start({ ...pushing(here), PUSH_ALLOWED_HOSTS });
  database = await connected(parley.serviceData);
});
afterAll(async () => {
  await database.end();
  await parley.stop();
  await Promise.all([here, elsewhere, ...late].map((service) => service.stop()));
});

/** Alice sends to Bob and Carol, who are offline, each with a browser at another push service. */
async function twoAreAway(atBob = here, atCarol = elsewhere) {
  const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
  const [alices, bobs, carols] = (await Promise.all([alice, bob, carol].map((each) => connectMember(each)))) as [
    Member,
    Member,
    Member,
  ];
  const group = await createGroup(alices.device, [bobs, carols]);
  await leave(database, bobs);
  await leave(database, carols);
  const browsers = [await subscribed(parley, bob, atBob), await subscribed(parley, carol, atCarol)] as const;
  return { phone: alices.device, bob, carol, group, browsers };
}

describe('a push service that closes idle connections', () => {
  it('receives the next push on a new connection at once', async () => {
    const { phone, group, browsers } = await twoAreAway();
    for (const service of [here, elsewhere]) service.hangsUp = true;
    for (const text of ['one', 'two', 'three']) {
      const results = await resultsOf(database, await sendMessage(phone, group, text));
      expect(results.map(({ state, attempts }) => [state, attempts])).toEqual(browsers.map(() => ['sent', 1]));
    }
    for (const service of [here, elsewhere]) service.hangsUp = false;
    expect(parley.output).not.toMatch(/push service \S+ is unavailable/);
  });
});

describe('an unreachable push service', () => {
  it('delays no other push service, and receives the missed pushes when it is back', async () => {
    const { phone, group, browsers } = await twoAreAway();
    const [bobs, carols] = browsers;
    await here.stop();
    const sent = [
      await sendMessage(phone, group, 'one'),
      await sendMessage(phone, group, 'two'),
      await sendMessage(phone, group, 'three'),
    ];
    const ids = sent.map(({ id }) => id);
    const arrived = await carols.has(3);
    expect(arrived.map(({ payload }) => payload.message_id).sort()).toEqual([...ids].sort());
    await eventually(async () => (await metric(parley, 'parley_push_pending')) === 3);
    const table = await parleyText(parley.serviceData, 'push', 'list', '--state', 'pending');
    expect(table).toContain(here.host);
    expect(parley.output).toContain(`The push service ${here.host} is unavailable: ECONNREFUSED`);
    expect(parley.output.match(/push service \S+ is unavailable/g)!.length).toBeLessThanOrEqual(parley.size);
    await here.listen();
    const late = await bobs.has(3);
    expect(new Set(late.map(({ payload }) => payload.message_id))).toEqual(new Set(ids));
    await eventually(async () => (await metric(parley, 'parley_push_pending')) === 0);
    // Each node has its own state: a node logs the recovery with its next push.
    await eventually(async () => {
      await sendMessage(phone, group, 'and more');
      return parley.output.includes(`The push service ${here.host} is available again`);
    });
    expect(parley.output).not.toMatch(/\/push\/|vapid t=/);
  });
});

describe('a push endpoint whose host resolves to a private address', () => {
  it('receives nothing, even if the host was public when it was registered', async () => {
    const { phone, bob, group } = await twoAreAway();
    // Writes the private address directly, in place of a public name that resolves to it.
    await database.query(
      `UPDATE push_subscriptions SET endpoint = 'https://10.0.0.1/push/x', host = '10.0.0.1' WHERE user_id = $1`,
      [bob.id],
    );
    const results = await resultsOf(database, await sendMessage(phone, group, 'inside'));
    expect(results).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ username: bob.username, state: 'unsent', reason: 'not_public', attempts: 1 }),
      ]),
    );
  });
});

describe('a deployment that is killed', () => {
  it('sends a push that waited long while the push service was away, until the push expires', async () => {
    const { phone, bob, group, browsers } = await twoAreAway();
    await here.stop();
    const message = await sendMessage(phone, group, 'wait');
    const ofBob = `SELECT FROM pushes WHERE user_id = ${String(bob.id)} AND state = 'pending'`;
    await eventually(async () => (await database.query(ofBob)).rowCount === 1);
    await database.query(`UPDATE pushes SET due_at = now() - interval '11 minutes' WHERE state = 'pending'`);
    // Expired pushes are ended at the start.
    await parley.restart('SIGKILL');
    await here.listen();
    const [pushed] = await browsers[0].has(1);
    expect(pushed!.payload.message_id).toBe(message.id);
    // If the killed process had just claimed it, the claim lasts 30 seconds.
  }, 240_000);

  // The lease of a push in progress ends after half a minute.
  it('loses no push, neither a pending one nor one in progress', { timeout: 240_000 }, async () => {
    const { phone, group, browsers } = await twoAreAway();
    const [bobs, carols] = browsers;
    bobs.answers.push('never');
    carols.answers.push({ status: 503 });
    const message = await sendMessage(phone, group, 'in between');
    await eventually(() => bobs.requested > 0 && carols.requested > 0);
    await parley.restart('SIGKILL');
    for (const browser of browsers) {
      const [pushed] = await browser.has(1);
      expect(pushed!.payload.message_id).toBe(message.id);
    }
    await expect(resultsOf(database, message)).resolves.toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  });
});

describe('a push service that is away until the time of the last attempt', () => {
  beforeAll(() => parley.restart('SIGTERM', { PUSH_RETRY_SECONDS: '2' }));

  it('does not receive the push, which operators can list', async () => {
    const { phone, bob, carol, group } = await twoAreAway();
    await here.stop();
    const results = await resultsOf(database, await sendMessage(phone, group, 'too late'));
    const why = results.map(({ username, state, reason }) => [username, state, reason]);
    expect(why).toEqual(
      expect.arrayContaining([
        [bob.username, 'unsent', 'failed'],
        [carol.username, 'sent', null],
      ]),
    );
    const table = await parleyText(parley.serviceData, 'push', 'list', '--user', bob.username, '--state', 'unsent');
    expect(table).toMatch(new RegExp(`${bob.username}\\s+unsent\\s+failed.*${here.host}`));
    expect(table).not.toContain('/push/');
    await here.listen();
  });

  it('is not retried after the push expires, however long its Retry-After is', async () => {
    const { phone, group, browsers } = await twoAreAway(late[0], late[1]);
    const [bobs, carols] = browsers;
    bobs.answers.push({ status: 503, headers: { 'retry-after': '9'.repeat(400) } });
    carols.answers.push({ status: 429, headers: { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' } });
    const results = await resultsOf(database, await sendMessage(phone, group, 'never'));
    expect(results.map(({ state, reason, attempts }) => [state, reason, attempts])).toEqual(
      browsers.map(() => ['unsent', 'failed', 1]),
    );
    expect([bobs.requested, carols.requested]).toEqual([1, 1]);
  });
});
