import { randomBytes } from 'node:crypto';

import { logIn, users } from '../support/people.js';
import { PushService } from '../support/push-service.js';
import { pushRequest, pushing, subscribed } from '../support/pushes.js';
import { Service } from '../support/service.js';
import { ANY_TIME, ANY_ID } from '../support/messaging.js';

let browsers: PushService;
let settings: Record<string, string>;
let parley: Service;

beforeAll(async () => {
  browsers = await PushService.start();
  settings = pushing(browsers);
  parley = await Service.start(settings);
});
afterAll(async () => {
  await parley.stop();
  await browsers.stop();
});
afterEach(() => expect(parley.output).not.toMatch(/ERROR/));

const WHERE = 'subscriptions/';

const listed = async (person: Parameters<typeof pushRequest>[1]): Promise<{ id: string; host: string }[]> => {
  const { status, body } = await pushRequest(parley, person, 'GET', WHERE);
  expect(status).toBe(200);
  return (body as { subscriptions: { id: string; host: string }[] }).subscriptions;
};

describe('the public key for push subscriptions', () => {
  it('is returned without a log-in', async () => {
    const answer = await pushRequest(parley, undefined, 'GET', 'key/');
    expect(answer).toEqual({ status: 200, body: { public_key: settings.VAPID_PUBLIC_KEY } });
  });
});

describe('a push subscription', () => {
  it('is stored for its user, and may be sent again', async () => {
    const { alice } = await users(parley, 'alice');
    const browser = browsers.subscribes();
    const first = await pushRequest(parley, alice, 'POST', WHERE, browser.toJSON());
    const view = { id: ANY_ID, host: browsers.host, created_at: ANY_TIME, last_ok_at: null };
    expect(first).toEqual({ status: 201, body: view });
    const again = await pushRequest(parley, alice, 'POST', WHERE, browser.toJSON());
    expect(again).toEqual({ status: 200, body: first.body });
    await expect(listed(alice)).resolves.toEqual([first.body]);
  });

  it('can be deleted by its user, even repeatedly or if it does not exist', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const browser = await subscribed(parley, alice, browsers);
    const { endpoint } = browser;
    await expect(pushRequest(parley, bob, 'DELETE', WHERE, { endpoint })).resolves.toMatchObject({ status: 204 });
    await expect(listed(alice)).resolves.toHaveLength(1);
    for (let times = 0; times < 2; times += 1) {
      await expect(pushRequest(parley, alice, 'DELETE', WHERE, { endpoint })).resolves.toMatchObject({ status: 204 });
      await expect(listed(alice)).resolves.toEqual([]);
    }
    const whole = await pushRequest(parley, alice, 'DELETE', WHERE, browser.toJSON());
    expect(whole.status).toBe(204);
    const misspelt = { endpoint, id: 1 };
    await expect(pushRequest(parley, alice, 'DELETE', WHERE, misspelt)).resolves.toEqual({
      status: 400,
      body: { id: ['Is not a known field.'] },
    });
    await expect(pushRequest(parley, alice, 'DELETE', WHERE, { endpoint: 'nothing' })).resolves.toMatchObject({
      status: 204,
    });
  });

  it('belongs only to its latest user', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const browser = await subscribed(parley, alice, browsers);
    await expect(pushRequest(parley, bob, 'POST', WHERE, browser.toJSON())).resolves.toMatchObject({ status: 201 });
    await expect(listed(alice)).resolves.toEqual([]);
    await expect(listed(bob)).resolves.toHaveLength(1);
  });

  it('replaces the subscription unused for longest if the user has twenty', async () => {
    const { alice } = await users(parley, 'alice');
    const first = await subscribed(parley, alice, browsers);
    for (let count = 1; count < 20; count += 1) await subscribed(parley, alice, browsers);
    const before = await listed(alice);
    await pushRequest(parley, alice, 'POST', WHERE, first.toJSON());
    await subscribed(parley, alice, browsers);
    const after = await listed(alice);
    expect(after).toHaveLength(20);
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining([before[0]!.id, before[2]!.id, before[19]!.id]));
    expect(after.map(({ id }) => id)).not.toContain(before[1]!.id);
  });
});

describe('a push subscription with a log-in', () => {
  it('is deleted when the log-in ends', async () => {
    const { carol } = await users(parley, 'carol');
    await subscribed(parley, carol, browsers);
    const revoke = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ refresh: carol.tokens.refresh });
    await fetch(`${parley.url}/api/token/revoke/`, { ...revoke, body });
    await expect(pushRequest(parley, carol, 'GET', WHERE)).resolves.toMatchObject({ status: 401 });
    await expect(listed(await logIn(parley, carol.username))).resolves.toEqual([]);
  });
});

describe('a push subscription is refused', () => {
  it.each([
    ['no token', undefined],
    ['an invalid token', 'nothing'],
    ['a token with a space', 'not hing'],
    ['two tokens', 'one, Bearer two'],
  ])('with %s', async (_, access) => {
    const requester = access === undefined ? undefined : { tokens: { access, refresh: '' } };
    for (const method of ['GET', 'POST', 'DELETE']) {
      const body = method === 'GET' ? undefined : {};
      const answer = await pushRequest(parley, requester, method, WHERE, body);
      expect([method, answer]).toEqual([
        method,
        { status: 401, body: { detail: expect.any(String) as string, code: 'token_not_valid' } },
      ]);
    }
  });

  it('with a refresh token', async () => {
    const { alice } = await users(parley, 'alice');
    const requester = { tokens: { access: alice.tokens.refresh, refresh: '' } };
    await expect(pushRequest(parley, requester, 'GET', WHERE)).resolves.toMatchObject({ status: 401 });
  });

  it('with an endpoint at a forbidden address', async () => {
    const { alice } = await users(parley, 'alice');
    const keys = (browsers.subscribes().toJSON() as { keys: object }).keys;
    for (const endpoint of [
      'http://127.0.0.1:6379/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://localhost/',
      'https://redis/',
      'https://169.254.169.254/latest/meta-data/',
      'https://2130706433/',
      'https://10.0.0.1/',
      'ftp://example.com/',
      'https://example.com:22/',
      'https://user:password@example.com/',
      'file:///etc/passwd',
      'nothing',
      '//x',
    ]) {
      const { status, body } = await pushRequest(parley, alice, 'POST', WHERE, { endpoint, keys });
      expect([endpoint, status, body]).toEqual([endpoint, 400, { endpoint: [expect.stringMatching(/^Must /)] }]);
    }
    await expect(listed(alice)).resolves.toEqual([]);
  });

  it('with invalid fields', async () => {
    const { alice } = await users(parley, 'alice');
    const { endpoint, keys } = browsers.subscribes().toJSON() as {
      endpoint: string;
      keys: { p256dh: string; auth: string };
    };
    const required = ['This field is required.'];
    const noKey = ['Must be a public key of P-256, as base64url.'];
    const offCurve = Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url');
    for (const [sent, fault] of [
      [{}, { endpoint: required, keys: required }],
      [{ endpoint }, { keys: required }],
      [{ endpoint, keys: 'x' }, { keys: ['Must be an object.'] }],
      [{ endpoint, keys: [] }, { keys: ['Must be an object.'] }],
      [
        { endpoint, keys: {} },
        { 'keys.p256dh': required, 'keys.auth': required },
      ],
      [{ endpoint, keys: { ...keys, p256dh: offCurve } }, { 'keys.p256dh': noKey }],
      [{ endpoint, keys: { ...keys, p256dh: 'x'.repeat(87) } }, { 'keys.p256dh': noKey }],
      [{ endpoint, keys: { ...keys, p256dh: [] } }, { 'keys.p256dh': noKey }],
      [{ endpoint, keys: { ...keys, auth: '' } }, { 'keys.auth': ['Must be 16 bytes, as base64url.'] }],
      [{ endpoint, keys: { ...keys, user_id: 1 } }, { keys: ['user_id is not a known field.'] }],
      [{ endpoint, keys, expires: 1 }, { expires: ['Is not a known field.'] }],
      [{ endpoint: '', keys }, { endpoint: ['This field may not be blank.'] }],
      [{ endpoint: 7, keys }, { endpoint: ['Not a valid string.'] }],
      [{ endpoint, keys, expirationTime: 'soon' }, { expirationTime: ['Must be a number or null.'] }],
    ] as [object, object][]) {
      const answer = await pushRequest(parley, alice, 'POST', WHERE, sent);
      expect([sent, answer]).toEqual([sent, { status: 400, body: fault }]);
    }
    const long = { endpoint: `${endpoint}/${'x'.repeat(2_048)}`, keys };
    await expect(pushRequest(parley, alice, 'POST', WHERE, long)).resolves.toMatchObject({ status: 400 });
    await expect(pushRequest(parley, alice, 'POST', WHERE, '[')).resolves.toMatchObject({ status: 400 });
    await expect(pushRequest(parley, alice, 'POST', WHERE, '[]')).resolves.toMatchObject({ status: 400 });
    await expect(pushRequest(parley, alice, 'PUT', WHERE, {})).resolves.toMatchObject({ status: 405 });
    await expect(listed(alice)).resolves.toEqual([]);
  });
});
