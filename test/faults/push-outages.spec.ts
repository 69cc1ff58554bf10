import type pg from 'pg';

import { parleyText } from '../support/command.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { metric } from '../support/metrics.js';
import { people } from '../support/people.js';
import { PushService } from '../support/push-service.js';
import { fatesOf, leaves, pushing, subscribed } from '../support/pushes.js';
import { Service } from '../support/service.js';
import { groupOf, onADevice, says } from '../support/talk.js';
import type { Member } from '../support/talk.js';

let here: PushService;
let elsewhere: PushService;
let parley: Service;
let database: pg.Client;

beforeEach(async () => {
  [here, elsewhere] = await Promise.all([PushService.start(), PushService.start()]);
});
afterEach(async () => {
  await database.end();
  await parley.stop();
  await Promise.all([here.goes(), elsewhere.goes()]);
});

async function begin(env: Record<string, string> = {}): Promise<void> {
  const PUSH_ALLOWED_HOSTS = `${here.host},${elsewhere.host}`;
  parley = await Service.start({ ...pushing(here), PUSH_ALLOWED_HOSTS, ...env });
  database = await connected(parley.place);
}

/** Alice sends to Bob and Carol, who are offline, each with a browser at another push service. */
async function twoAreAway() {
  const { alice, bob, carol } = await people(parley, 'alice', 'bob', 'carol');
  const [alices, bobs, carols] = (await Promise.all([alice, bob, carol].map((each) => onADevice(each)))) as [
    Member,
    Member,
    Member,
  ];
  const group = await groupOf(alices.device, [bobs, carols]);
  await leaves(database, bobs);
  await leaves(database, carols);
  const browsers = [await subscribed(parley, bob, here), await subscribed(parley, carol, elsewhere)] as const;
  return { phone: alices.device, bob, carol, group, browsers };
}

describe('an unreachable push service', () => {
  it('delays no other push service, and receives the missed pushes when it is back', async () => {
    await begin();
    const { phone, group, browsers } = await twoAreAway();
    const [bobs, carols] = browsers;
    await here.goes();
    const said = [await says(phone, group, 'one'), await says(phone, group, 'two'), await says(phone, group, 'three')];
    const ids = said.map(({ id }) => id);
    const arrived = await carols.has(3);
    expect(arrived.map(({ payload }) => payload.message_id).sort()).toEqual([...ids].sort());
    await eventually(async () => (await metric(parley, 'parley_push_pending')) === 3);
    const table = await parleyText(parley.place, 'push', 'list', '--state', 'pending');
    expect(table).toContain(here.host);
    expect(parley.output).toContain(`The push service ${here.host} is unavailable: ECONNREFUSED`);
    expect(parley.output.match(/push service \S+ is unavailable/g)!.length).toBeLessThanOrEqual(parley.size);
    await here.listen();
    const late = await bobs.has(3);
    expect(new Set(late.map(({ payload }) => payload.message_id))).toEqual(new Set(ids));
    await eventually(async () => (await metric(parley, 'parley_push_pending')) === 0);
    // Each node has its own state: a node logs the recovery with its next push.
    await eventually(async () => {
      await says(phone, group, 'and more');
      return parley.output.includes(`The push service ${here.host} is available again`);
    });
    expect(parley.output).not.toMatch(/\/push\/|vapid t=/);
  });

  it('loses a push after the last attempt, which operators can list', async () => {
    await begin({ PUSH_RETRY_SECONDS: '2' });
    const { phone, bob, carol, group } = await twoAreAway();
    await here.goes();
    const fates = await fatesOf(database, await says(phone, group, 'too late'));
    const why = fates.map(({ username, state, reason }) => [username, state, reason]);
    expect(why).toEqual(
      expect.arrayContaining([
        [bob.username, 'unsent', 'failed'],
        [carol.username, 'sent', null],
      ]),
    );
    const table = await parleyText(parley.place, 'push', 'list', '--user', bob.username, '--state', 'unsent');
    expect(table).toMatch(new RegExp(`${bob.username}\\s+unsent\\s+failed.*${here.host}`));
    expect(table).not.toContain('/push/');
  });

  it('receives a push that waited long, until the push expires', async () => {
    await begin();
    const { phone, bob, group, browsers } = await twoAreAway();
    await here.goes();
    const message = await says(phone, group, 'wait');
    const ofBob = `SELECT FROM pushes WHERE user_id = ${String(bob.id)} AND state = 'pending'`;
    await eventually(async () => (await database.query(ofBob)).rowCount === 1);
    await database.query(`UPDATE pushes SET due_at = now() - interval '11 minutes' WHERE state = 'pending'`);
    await database.end();
    // Expired pushes are ended at the start.
    await parley.restart('SIGKILL');
    database = await connected(parley.place);
    await here.listen();
    const [pushed] = await browsers[0].has(1);
    expect(pushed!.payload.message_id).toBe(message.id);
  });

  it('is not retried after the push expires, however long its Retry-After is', async () => {
    await begin({ PUSH_RETRY_SECONDS: '2' });
    const { phone, group, browsers } = await twoAreAway();
    const [bobs, carols] = browsers;
    bobs.answers.push({ status: 503, headers: { 'retry-after': '9'.repeat(400) } });
    carols.answers.push({ status: 429, headers: { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' } });
    const fates = await fatesOf(database, await says(phone, group, 'never'));
    expect(fates.map(({ state, reason, attempts }) => [state, reason, attempts])).toEqual(
      browsers.map(() => ['unsent', 'failed', 1]),
    );
    expect([bobs.asked, carols.asked]).toEqual([1, 1]);
  });
});

describe('a push service that closes idle connections', () => {
  it('receives the next push on a new connection at once', async () => {
    await begin();
    const { phone, group, browsers } = await twoAreAway();
    for (const service of [here, elsewhere]) service.hangsUp = true;
    for (const text of ['one', 'two', 'three']) {
      const fates = await fatesOf(database, await says(phone, group, text));
      expect(fates.map(({ state, attempts }) => [state, attempts])).toEqual(browsers.map(() => ['sent', 1]));
    }
    expect(parley.output).not.toMatch(/push service \S+ is unavailable/);
  });
});

describe('a deployment that is killed', () => {
  // The lease of a push in progress ends after half a minute.
  it('loses no push, neither a pending one nor one in progress', { timeout: 90_000 }, async () => {
    await begin({ PUSH_DELAY_SECONDS: '0' });
    const { phone, group, browsers } = await twoAreAway();
    const [bobs, carols] = browsers;
    bobs.answers.push('never');
    carols.answers.push({ status: 503 });
    const message = await says(phone, group, 'in between');
    await eventually(() => bobs.asked > 0 && carols.asked > 0);
    // The embedded database dies with its process.
    await database.end();
    await parley.restart('SIGKILL');
    database = await connected(parley.place);
    for (const browser of browsers) {
      const [pushed] = await browser.has(1);
      expect(pushed!.payload.message_id).toBe(message.id);
    }
    await expect(fatesOf(database, message)).resolves.toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  });
});

describe('a push endpoint whose host resolves to a private address', () => {
  it('receives nothing, even if the host was public when it was registered', async () => {
    await begin();
    const { phone, bob, group } = await twoAreAway();
    // Writes the private address directly, in place of a public name that resolves to it.
    await database.query(
      `UPDATE push_subscriptions SET endpoint = 'https://10.0.0.1/push/x', host = '10.0.0.1' WHERE user_id = $1`,
      [bob.id],
    );
    const fates = await fatesOf(database, await says(phone, group, 'inside'));
    expect(fates).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ username: bob.username, state: 'unsent', reason: 'not_public', attempts: 1 }),
      ]),
    );
  });
});
