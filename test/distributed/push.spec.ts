import type { GroupChat } from '@parley/protocol';
import type pg from 'pg';

import { parley as command } from '../support/command.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { metric } from '../support/metrics.js';
import { manyUsers, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { PushService } from '../support/push-service.js';
import type { PushedBrowser } from '../support/push-service.js';
import { pushRequest, resultsOf, leave, pushing, subscribed } from '../support/pushes.js';
import { Service } from '../support/service.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';
import type { ChatClient } from '../support/chat-client.js';

let browsers: PushService;
let settings: Record<string, string>;
let parley: Service;
let database: pg.Client;

beforeAll(async () => {
  browsers = await PushService.start();
  settings = pushing(browsers);
  parley = await Service.start(settings);
  database = await connected(parley.serviceData);
});
afterAll(async () => {
  await database.end();
  await parley.stop();
  await browsers.stop();
});
afterEach(() => {
  expect(browsers.faults).toEqual([]);
  expect(parley.output).not.toContain('/push/');
});

/** Alice and Bob in a group; Bob has a browser with a push subscription, and no connection. */
async function bobIsAway(): Promise<{
  phone: ChatClient;
  alice: TestUser;
  bob: TestUser;
  group: GroupChat;
  browser: PushedBrowser;
}> {
  const { alice, bob } = await users(parley, 'alice', 'bob');
  const [phone, bobs] = [await alice.connect(), await connectMember(bob)];
  const group = await createGroup(phone, [bobs]);
  await leave(database, bobs);
  return { phone, alice, bob, group, browser: await subscribed(parley, bob, browsers) };
}

// Each story has browsers of its own, and waits for pushes.
describe.concurrent('a message for members who are away', () => {
  it('is pushed as a mention, a reply or a new message', async () => {
    const { phone, bob, group, browser } = await bobIsAway();
    const device = await bob.connect();
    const own = await sendMessage(device, group, 'mine');
    await leave(database, { user: bob, device });
    const typesOf: Record<string, object> = {
      NEW_MESSAGE: {},
      REPLY: { parent_message_id: own.id },
      MENTION: { parent_message_id: own.id, mentions: [bob.id] },
    };
    for (const [at, [type, extra_fields]] of Object.entries(typesOf).entries()) {
      await phone.request('message.send', { room_id: group.id, content: 'x', extra_fields });
      expect((await browser.has(at + 1)).at(-1)!.payload).toMatchObject({ notification_type: type });
    }
    const everybody = { room_id: group.id, content: 'x', extra_fields: { mention_room: true } };
    await phone.request('message.send', everybody);
    expect((await browser.has(4)).at(-1)!.payload).toMatchObject({ notification_type: 'MENTION' });
  });

  it('is not pushed if it is silent', async () => {
    const { phone, group } = await bobIsAway();
    const silent = { room_id: group.id, content: 'x', extra_fields: { silent: true } };
    const { data: message } = await phone.request('message.send', silent);
    await expect(resultsOf(database, message)).resolves.toMatchObject([{ state: 'unsent', reason: 'silent' }]);
  });

  it('is pushed to members who are away, with its text, encrypted and signed', async () => {
    const { phone, alice, bob, group, browser } = await bobIsAway();
    const message = await sendMessage(phone, group, 'Where are you? \u{1F99C}\n\nWe wait.');
    const [pushed] = await browser.has(1);
    expect(pushed!.payload).toEqual({
      type: 'message.created',
      notification_type: 'NEW_MESSAGE',
      room_id: group.id,
      message_id: message.id,
      seq: message.seq,
      sender: { id: alice.id, username: alice.username, first_name: 'alice', last_name: 'Tester' },
      title: 'Friends',
      body: 'Where are you? \u{1F99C} We wait.',
      attachments: 0,
    });
    const topic = Buffer.from(group.id.replaceAll('-', ''), 'hex').toString('base64url');
    expect(pushed!.headers).toMatchObject({ urgency: 'normal', topic, ttl: '86400' });
    expect(pushed!.vapid).toEqual({ publicKey: settings.VAPID_PUBLIC_KEY, subject: settings.VAPID_SUBJECT });
    await expect(resultsOf(database, message)).resolves.toEqual([
      expect.objectContaining({
        username: bob.username,
        host: browsers.host,
        state: 'sent',
        reason: null,
        status: 201,
      }),
    ]);
    const lastOkAt = async (): Promise<unknown> => {
      const { body } = await pushRequest(parley, bob, 'GET', 'subscriptions/');
      return (body as { subscriptions: { last_ok_at: unknown }[] }).subscriptions[0]!.last_ok_at;
    };
    await expect.poll(lastOkAt).not.toBeNull();
    await eventually(async () => (await sums('parley_push_total{outcome="sent"}')) > 0);
  });

  it('is pushed to each browser of a user, once', async () => {
    const { phone, bob, group, browser } = await bobIsAway();
    const other = await subscribed(parley, bob, browsers);
    const message = await sendMessage(phone, group, 'one');
    await Promise.all([browser.has(1), other.has(1)]);
    const last = await sendMessage(phone, group, 'two');
    for (const each of [browser, other]) {
      expect((await each.has(2)).map(({ payload }) => payload.message_id)).toEqual([message.id, last.id]);
    }
    await expect(resultsOf(database, message)).resolves.toHaveLength(2);
  });

  it('is not pushed to members who are online, have read it or lack a subscription; push list shows why', async () => {
    const { alice, bob, carol, dave } = await users(parley, 'alice', 'bob', 'carol', 'dave');
    const [phone, bobs, carols, daves] = await Promise.all(
      [alice, bob, carol, dave].map((each) => connectMember(each)),
    );
    const group = await createGroup(phone!.device, [bobs!, carols!, daves!]);
    await leave(database, daves!);
    const [bobsBrowser, carolsBrowser] = [
      await subscribed(parley, bob, browsers),
      await subscribed(parley, carol, browsers),
    ];
    const message = await sendMessage(phone!.device, group, 'hello');
    await carols!.device.receive('message.dispatch');
    await carols!.device.request('message.read', { message_id: message.id });
    const results = await resultsOf(database, message);
    const why = Object.fromEntries(results.map(({ username, state, reason }) => [String(username), [state, reason]]));
    expect(why).toEqual({
      [bob.username]: ['unsent', 'online'],
      [carol.username]: ['unsent', 'read'],
      [dave.username]: ['unsent', 'no_subscription'],
    });
    expect([bobsBrowser.requested, carolsBrowser.requested]).toEqual([0, 0]);
    const table = await parley.parley('push', 'list', '--user', bob.username, '--state', 'unsent');
    expect(table).toMatchObject([{ message_id: message.id, username: bob.username, reason: 'online' }]);
  });

  it('is not pushed to its sender, nor to members who joined after it', async () => {
    const { phone, alice, group, browser } = await bobIsAway();
    const { carol } = await users(parley, 'carol');
    const own = await subscribed(parley, alice, browsers);
    const late = await subscribed(parley, carol, browsers);
    const message = await sendMessage(phone, group, 'before');
    await phone.request('room.add_members', { room_id: group.id, members: [carol.id] });
    await browser.has(1);
    const results = await resultsOf(database, message);
    expect([results.length, own.requested, late.requested]).toEqual([1, 0, 0]);
  });

  it('records up to a few members without a push by name, and many by their number', async () => {
    const { phone, bob, group, browser } = await bobIsAway();
    const many = await manyUsers(parley, 25);
    const { carol } = await users(parley, 'carol');
    const carols = await connectMember(carol);
    await phone.request('room.add_members', { room_id: group.id, members: [carol.id, ...many.map(({ id }) => id)] });
    await carols.device.receive('roomaddmembers.dispatch');
    const results = await resultsOf(database, await sendMessage(phone, group, 'all of you'));
    await browser.has(1);
    const received = results.map(({ username, members, state, reason }) => [username, members, state, reason]);
    expect(received).toHaveLength(3);
    expect(received).toEqual(
      expect.arrayContaining([
        [bob.username, 1, 'sent', null],
        [carol.username, 1, 'unsent', 'online'],
        [null, 25, 'unsent', 'no_subscription'],
      ]),
    );
  });

  it('stores no row if no other member has a push subscription', async () => {
    const { group, phone, browser } = await bobIsAway();
    const { carol, dave } = await users(parley, 'carol', 'dave');
    const [carols, daves] = [await connectMember(carol), await connectMember(dave)];
    const quiet = await createGroup(carols.device, [daves], 'Quiet');
    const unpushed = await sendMessage(carols.device, quiet, 'nobody');
    await resultsOf(database, await sendMessage(phone, group, 'somebody'));
    await browser.has(1);
    const { rows } = await database.query('SELECT FROM pushes WHERE message_id = $1', [unpushed.id]);
    expect(rows).toEqual([]);
  });
});

describe('a push', () => {
  it('is not retried if the subscription is gone, and the subscription is deleted', async () => {
    const { phone, bob, group, browser } = await bobIsAway();
    browser.answers.push({ status: 410 });
    const results = await resultsOf(database, await sendMessage(phone, group, 'one'));
    expect(results).toMatchObject([
      { username: bob.username, state: 'unsent', reason: 'gone', status: 410, attempts: 1 },
    ]);
    await eventually(async () => {
      const { body } = await pushRequest(parley, bob, 'GET', 'subscriptions/');
      return (body as { subscriptions: object[] }).subscriptions.length === 0;
    });
    expect(browser.requested).toBe(1);
  });

  it('is not retried if it is refused, and push list shows the status', async () => {
    const { phone, group, browser } = await bobIsAway();
    browser.answers.push({ status: 403 }, { status: 302, headers: { location: 'http://127.0.0.1:6379/' } });
    for (const status of [403, 302]) {
      const results = await resultsOf(database, await sendMessage(phone, group, String(status)));
      expect(results).toMatchObject([{ state: 'unsent', reason: 'refused', status, attempts: 1 }]);
    }
    await sendMessage(phone, group, 'taken');
    await browser.has(1);
  });

  it('is retried if its push service has a fault or is overloaded', async () => {
    const { phone, group, browser } = await bobIsAway();
    browser.answers.push({ status: 500 }, { status: 429, headers: { 'retry-after': '1' } });
    const message = await sendMessage(phone, group, 'patience');
    const [pushed] = await browser.has(1);
    expect(pushed!.payload.message_id).toBe(message.id);
    await expect(resultsOf(database, message)).resolves.toMatchObject([{ state: 'sent', attempts: 3 }]);
    expect(parley.output).toMatch(new RegExp(`The push service ${browsers.host} is unavailable: status (500|429)`));
    // Each node detects recovery by itself: a node whose push was refused logs it when it sends the next.
    await eventually(async () => {
      await sendMessage(phone, group, 'and more');
      return parley.output.includes(`The push service ${browsers.host} is available again`);
    });
  });

  it('is not sent any more if its message is deleted or the member removed before a retry', async () => {
    const { phone, bob, group, browser } = await bobIsAway();
    browser.answers.push({ status: 503 }, { status: 503 });
    const [deleted, missed] = [await sendMessage(phone, group, 'oh'), await sendMessage(phone, group, 'and')];
    await eventually(() => browser.requested === 2);
    await phone.request('message.modify', { action: 'delete', message_id: deleted.id });
    await phone.request('room.remove_members', { room_id: group.id, members: [bob.id] });
    await expect(resultsOf(database, deleted)).resolves.toMatchObject([
      { state: 'unsent', reason: 'deleted', status: 503 },
    ]);
    await expect(resultsOf(database, missed)).resolves.toMatchObject([
      { state: 'unsent', reason: 'left', status: 503 },
    ]);
    expect(browser.pushes).toEqual([]);
  });
});

describe('parley push test', () => {
  it('sends to every browser of a user, and fails if one does not accept it', async () => {
    const { bob, browser } = await bobIsAway();
    const place = { ...parley.serviceData, env: { ...parley.serviceData.env, ...settings } };
    await expect(command(place, 'push', 'test', bob.username)).resolves.toMatchObject([
      { host: browsers.host, outcome: 'sent', status: 201 },
    ]);
    expect(browser.pushes.map(({ payload }) => payload.type)).toEqual(['test']);
    browser.answers.push({ status: 403 });
    await expect(command(place, 'push', 'test', bob.username)).rejects.toThrow('Not accepted: 1 of 1.');
    await expect(command(place, 'push', 'test', 'nobody')).rejects.toThrow('nobody');
  });
});

/** The sum over all nodes. */
async function sums(line: string): Promise<number> {
  let sum = 0;
  for (let node = 0; node < parley.size; node += 1) sum += await metric(parley, line);
  return sum;
}
