import { ErrorCode } from '@parley/protocol';

import type { ChatClient } from '../../support/chat-client.js';
import { eventually } from '../../support/eventually.js';
import { openClient } from '../../support/handshake.js';
import { logIn, users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { Service } from '../../support/service.js';
import { CLOCK_SKEW_SECONDS, claimsOf, revoked, secondsFromNow, signed, unsigned } from '../../support/tokens.js';

/** In seconds. */
const SOON = 4;
const LATER = 3_600;

const EXPIRED = { code: 4001, reason: 'token_expired' };
const REVOKED = { code: 4001, reason: 'token_invalid' };

let parley: Service;
let alice: TestUser;
/** Another log-in of Alice's. */
let again: TestUser;
let bob: TestUser;

beforeAll(async () => {
  parley = await Service.start();
});
afterAll(() => parley.stop());

beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  again = await logIn(parley, alice.username);
});

/** @param seconds until it opens no socket any more, which is a little later than its expiry */
const lasting = (seconds: number, { tokens: { access } } = alice): Promise<string> =>
  signed({ ...claimsOf(access), exp: secondsFromNow(seconds - CLOCK_SKEW_SECONDS) });

async function opensWith(token: string): Promise<ChatClient> {
  const socket = await openClient(parley.url, { token });
  await socket.receive('chat.notifications');
  return socket;
}

async function isOver(token: string): Promise<boolean> {
  const socket = await openClient(parley.url, { token });
  const ended = await Promise.race([socket.closed(), socket.receive('chat.notifications')]);
  await socket.close();
  return 'reason' in ended && ended.reason === 'token_expired';
}

/** Sockets that the same signal closes have closed: an open one has received the signal too. */
async function staysOpen(socket: ChatClient): Promise<void> {
  await expect(socket.drain()).resolves.toEqual([]);
}

describe('session.authenticate', () => {
  it('returns when the socket expires now', async () => {
    const socket = await alice.connect();
    const expires_at = new Date(Number(claimsOf(again.tokens.access).exp) * 1_000).toISOString();
    const answer = await socket.request('session.authenticate', { token: again.tokens.access });
    const { request_id } = answer;
    expect(answer).toEqual({ eventType: 'sessionauthenticate.dispatch', data: { expires_at }, request_id });
    await socket.close();
  });

  it('keeps the socket open when its first token expires', async () => {
    const token = await lasting(SOON);
    const [socket, other] = [await opensWith(token), await opensWith(token)];
    await socket.request('session.authenticate', { token: await lasting(LATER) });
    await expect(other.closed()).resolves.toEqual(EXPIRED);
    await eventually(() => isOver(token));
    await staysOpen(socket);
    await socket.close();
  });

  it('closes the socket when the new token expires, even before the first one', async () => {
    const socket = await alice.connect();
    await socket.request('session.authenticate', { token: await lasting(LATER) });
    await socket.request('session.authenticate', { token: await lasting(SOON) });
    await expect(socket.closed()).resolves.toEqual(EXPIRED);
  });

  it('returns a date for an expiry in any future', async () => {
    const socket = await alice.connect();
    for (const [exp, expires_at] of [
      [253_402_300_799, '9999-12-31T23:59:59.000Z'],
      [253_402_300_800, '9999-12-31T23:59:59.999Z'],
      [Number.MAX_SAFE_INTEGER, '9999-12-31T23:59:59.999Z'],
      [1e300, '9999-12-31T23:59:59.999Z'],
    ]) {
      const token = await signed({ ...claimsOf(alice.tokens.access), exp });
      await expect(socket.request('session.authenticate', { token })).resolves.toMatchObject({ data: { expires_at } });
    }
    await staysOpen(socket);
    await socket.close();
  });

  it('accepts the next token of the same log-in', async () => {
    const socket = await alice.connect();
    const answer = await fetch(`${parley.url}/api/token/refresh/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh: alice.tokens.refresh }),
    });
    const next = (await answer.json()) as TestUser['tokens'];
    await socket.request('session.authenticate', { token: next.access });
    await revoked(parley, next.refresh);
    await expect(socket.closed()).resolves.toEqual(REVOKED);
  });

  it('is answered, without effect, if sockets may outlive their tokens', async () => {
    await parley.restart('SIGTERM', { CLOSE_ON_TOKEN_EXPIRY: 'false' });
    const token = await lasting(SOON);
    const socket = await opensWith(token);
    await eventually(() => isOver(token));
    const next = await lasting(SOON);
    await socket.request('session.authenticate', { token: next });
    await eventually(() => isOver(next));
    await staysOpen(socket);
    await parley.restart('SIGTERM', { CLOSE_ON_TOKEN_EXPIRY: undefined });
  });
});

describe('a socket with a new token', () => {
  let socket: ChatClient;

  beforeEach(async () => {
    socket = await alice.connect();
    await socket.request('session.authenticate', { token: again.tokens.access });
  });

  it('closes when the log-in of the new token is revoked, not when that of the old one is', async () => {
    const other = await alice.connect();
    await revoked(parley, alice.tokens.refresh);
    await expect(other.closed()).resolves.toEqual(REVOKED);
    await staysOpen(socket);
    await revoked(parley, again.tokens.refresh);
    await expect(socket.closed()).resolves.toEqual(REVOKED);
  });

  it('closes with all log-ins of its user', async () => {
    await parley.parley('tokens', 'revoke', alice.username);
    await expect(socket.closed()).resolves.toEqual(REVOKED);
  });

  it('closes when its user is deactivated', async () => {
    await parley.parley('users', 'deactivate', alice.username);
    await expect(socket.closed()).resolves.toEqual({ code: 4001, reason: 'user_inactive' });
  });
});

describe('a token that session.authenticate refuses', () => {
  let socket: ChatClient;

  const isRefused = async (token: unknown, reason: string): Promise<void> => {
    await expect(socket.expectRefused('session.authenticate', { token })).resolves.toEqual({
      code: ErrorCode.invalid,
      detail: { token: [reason] },
      event_type: 'session.authenticate',
      request_id: expect.any(String) as string,
    });
  };

  beforeEach(async () => {
    socket = await alice.connect();
  });
  /** The socket still belongs to the log-in that opened it. */
  afterEach(async () => {
    await staysOpen(socket);
    await revoked(parley, alice.tokens.refresh);
    await expect(socket.closed()).resolves.toEqual(REVOKED);
  });

  it('belongs to another user', async () => {
    const refused = await socket.expectRefused('session.authenticate', { token: bob.tokens.access });
    expect(refused).toMatchObject({ code: ErrorCode.notPermitted, detail: 'The token is of another user.' });
    const bobDevice = await bob.connect();
    await parley.parley('users', 'deactivate', bob.username);
    await expect(bobDevice.closed()).resolves.toMatchObject({ code: 4001 });
  });

  it('belongs to a user who may not connect', async () => {
    await parley.parley('users', 'deactivate', bob.username);
    await isRefused(bob.tokens.access, 'user_inactive');
  });

  it('is missing, or no text', async () => {
    await isRefused('', 'token_missing');
    await isRefused(undefined, 'This field is required.');
    for (const token of [null, 7, [again.tokens.access], { token: again.tokens.access }])
      await isRefused(token, 'Must be a text.');
  });

  it('is malformed, of another type, or signed with another secret', async () => {
    const claims = claimsOf(again.tokens.access);
    const bad = [
      'x',
      '..',
      '\u0000',
      '🦜',
      'a'.repeat(60_000),
      `${again.tokens.access}x`,
      again.tokens.refresh,
      unsigned(claims),
      await signed(claims, { secret: 'a secret that is not the one of the specs' }),
      await signed(claims, { alg: 'HS512' }),
    ];
    for (const token of bad) await isRefused(token, 'token_invalid');
  });

  it('has expired', async () => {
    await isRefused(await lasting(-1, again), 'token_expired');
  });

  it('was revoked', async () => {
    await revoked(parley, again.tokens.refresh);
    await isRefused(again.tokens.access, 'token_invalid');
  });
});

describe('the log of the service', () => {
  it('contains no token, neither accepted nor refused', async () => {
    const socket = await alice.connect();
    const forged = await signed(claimsOf(again.tokens.access), { secret: 'a secret that is not the one of the specs' });
    await socket.request('session.authenticate', { token: again.tokens.access });
    for (const token of [forged, bob.tokens.access, alice.tokens.refresh, [again.tokens.access]])
      await socket.expectRefused('session.authenticate', { token });
    await socket.close();
    await parley.restart();
    const given = [forged, again.tokens.access, bob.tokens.access, alice.tokens.refresh];
    for (const token of given) expect(parley.output).not.toContain(token.split('.')[2]);
  });
});
