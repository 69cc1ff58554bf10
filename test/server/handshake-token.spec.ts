import type { ChatClient } from '../support/chat-client.js';
import { expectHandshakeRefused, openClient } from '../support/handshake.js';
import type { HandshakeOptions } from '../support/handshake.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';
import { CLOCK_SKEW_SECONDS, claimsOf, secondsFromNow, signed, unsigned } from '../support/tokens.js';

let parley: Service;
let alice: TestUser;

beforeAll(async () => {
  parley = await Service.start();
  ({ alice } = await users(parley, 'alice'));
});
afterAll(() => parley.stop());

const attemptHandshake = (handshake: HandshakeOptions): Promise<ChatClient> => openClient(parley.url, handshake);

/** The handshake is accepted and the socket closed immediately, so that browsers can read the reason. */
async function isClosed(token: string | undefined): Promise<string> {
  const socket = await attemptHandshake(token === undefined ? {} : { token });
  const { code, reason } = await socket.closed();
  expect(code).toBe(4001);
  expect(await socket.drain()).toEqual([]);
  return reason;
}

describe('a valid access token', () => {
  it.each(['/messaging/', '/messaging'])('opens a socket at %s', async (path) => {
    const socket = await attemptHandshake({ path, token: alice.tokens.access });
    await expect(socket.request('session.heartbeat', {})).resolves.toEqual({
      status: 'success',
      request_id: expect.any(String) as string,
    });
    await socket.close();
  });

  it('opens a socket as the Authorization header', async () => {
    const socket = await attemptHandshake({ headers: { Authorization: `Bearer ${alice.tokens.access}` } });
    await socket.receive('chat.notifications');
    await socket.close();
  });

  it('opens a socket as the second of two subprotocols, and is not repeated in the answer', async () => {
    const socket = await attemptHandshake({ protocols: ['bearer', alice.tokens.access] });
    await socket.receive('chat.notifications');
    expect(socket.socket.protocol).toBe('bearer');
    await socket.close();
  });

  it('opens no socket at another path', async () => {
    for (const path of [
      '/',
      '/messaging/x',
      '/messagin',
      '/messaging//',
      '//messaging/',
      '/MESSAGING/',
      '/socket.io/',
    ]) {
      const turnedAway = await expectHandshakeRefused(parley.url, { path, token: alice.tokens.access });
      expect(turnedAway).toEqual({ status: 404, body: '' });
    }
  });

  it('opens a socket whose first frame has no notifications and the settings for clients', async () => {
    const { alice: newMember } = await users(parley, 'alice');
    const socket = await newMember.open();
    const [first] = await socket.drain();
    expect(first).toEqual({
      eventType: 'chat.notifications',
      data: {},
      meta: {
        session_id: expect.stringMatching(/./) as string,
        epoch: expect.stringMatching(/^[\da-f-]{36}$/) as string,
        heartbeat_seconds: expect.any(Number) as number,
        limits: expect.objectContaining({}) as object,
        total: 0,
        truncated: false,
        unread: {},
        unread_mentions: {},
        invitations: 0,
        private_seq: 0,
      },
    });
    await socket.close();
  });

  it('is never logged', async () => {
    const { bob } = await users(parley, 'bob');
    const forged = await signed(claimsOf(bob.tokens.access), { secret: 'a secret that is not the one of the specs' });
    await (await bob.connect()).close();
    await isClosed(forged);
    await expectHandshakeRefused(parley.url, { token: bob.tokens.access, headers: { Origin: 'https://evil.example' } });
    await expectHandshakeRefused(parley.url, { path: '/elsewhere/', token: bob.tokens.access });
    for (const token of [bob.tokens.access, forged]) expect(parley.output).not.toContain(token.split('.')[2]);
  });
});

describe('a token is refused if it', () => {
  it('is missing', async () => {
    await expect(isClosed(undefined)).resolves.toBe('token_missing');
    await expect(isClosed('')).resolves.toBe('token_missing');
  });

  it('is malformed', async () => {
    const { access } = alice.tokens;
    const [head, claims, signature] = access.split('.') as [string, string, string];
    const invalid = [
      'x',
      '..',
      'null',
      `${head}.${claims}`,
      `${head}.${claims}.`,
      `${head}.e30.${signature}`,
      `${access}x`,
      access.toUpperCase(),
      '\u0000',
      '🦜',
      'a'.repeat(6_000),
    ];
    for (const token of invalid) expect([token, await isClosed(token)]).toEqual([token, 'token_invalid']);
  });

  it('has expired', async () => {
    const claims = claimsOf(alice.tokens.access);
    const exp = secondsFromNow(-CLOCK_SKEW_SECONDS);
    await expect(isClosed(await signed({ ...claims, exp }))).resolves.toBe('token_expired');
  });

  it('is valid or issued later than the allowed clock skew', async () => {
    const claims = claimsOf(alice.tokens.access);
    const late = secondsFromNow(10 * CLOCK_SKEW_SECONDS);
    await expect(isClosed(await signed({ ...claims, nbf: late }))).resolves.toBe('token_invalid');
    await expect(isClosed(await signed({ ...claims, iat: late }))).resolves.toBe('token_invalid');
  });

  it('never expires', async () => {
    const { exp, ...claims } = claimsOf(alice.tokens.access);
    expect(exp).toBeDefined();
    await expect(isClosed(await signed(claims))).resolves.toBe('token_invalid');
  });

  it('is a refresh token', async () => {
    await expect(isClosed(alice.tokens.refresh)).resolves.toBe('token_invalid');
  });

  it('is signed with another secret or algorithm, or not at all', async () => {
    const claims = claimsOf(alice.tokens.access);
    const others = [
      await signed(claims, { secret: 'a secret that is not the one of the specs' }),
      await signed(claims, { alg: 'HS384' }),
      await signed(claims, { alg: 'HS512' }),
      unsigned(claims),
      unsigned(claims).replace(/\.$/, ''),
    ];
    for (const token of others) await expect(isClosed(token)).resolves.toBe('token_invalid');
  });

  it('has an invalid user id', async () => {
    const claims = claimsOf(alice.tokens.access);
    for (const id of ['1', -1, 0, 1.5, null, {}]) {
      await expect(isClosed(await signed({ ...claims, user_id: id }))).resolves.toBe('token_invalid');
    }
  });
});

describe('a command of the operator', () => {
  it('closes the sockets of a deactivated user, and refuses new ones until the user is active again', async () => {
    const { bob } = await users(parley, 'bob');
    const sockets = [await bob.connect(), await bob.connect()];
    const neighbour = await alice.connect();
    await parley.parley('users', 'deactivate', bob.username);
    for (const socket of sockets) {
      await expect(socket.closed()).resolves.toEqual({ code: 4001, reason: 'user_inactive' });
    }
    await expect(isClosed(bob.tokens.access)).resolves.toBe('user_inactive');
    await parley.parley('users', 'activate', bob.username);
    await (await bob.connect()).close();
    await expect(neighbour.drain()).resolves.toEqual([]);
    await neighbour.close();
  });

  it('closes the sockets of a deleted user, and refuses new ones', async () => {
    const { carol } = await users(parley, 'carol');
    const socket = await carol.connect();
    await parley.parley('users', 'delete', carol.username, '--yes');
    await expect(socket.closed()).resolves.toMatchObject({ code: 4001, reason: 'user_inactive' });
    await expect(isClosed(carol.tokens.access)).resolves.toBe('user_inactive');
  });

  it('closes the sockets of a user whose tokens are revoked, and refuses those tokens', async () => {
    const { dave } = await users(parley, 'dave');
    const socket = await dave.connect();
    await parley.parley('tokens', 'revoke', dave.username);
    await expect(socket.closed()).resolves.toEqual({ code: 4001, reason: 'token_invalid' });
    await expect(isClosed(dave.tokens.access)).resolves.toBe('token_invalid');
  });
});

describe('a token within the allowed clock skew', () => {
  it('opens a socket before its start and after its expiry', async () => {
    const claims = claimsOf(alice.tokens.access);
    const [before, after] = [secondsFromNow(CLOCK_SKEW_SECONDS), secondsFromNow(10 - CLOCK_SKEW_SECONDS)];
    for (const change of [{ nbf: before }, { iat: before }, { exp: after }]) {
      const socket = await attemptHandshake({ token: await signed({ ...claims, ...change }) });
      await socket.receive('chat.notifications');
      await socket.close();
    }
  });
});

describe('a token that expires on an open socket', () => {
  const soon = (): Promise<string> =>
    signed({ ...claimsOf(alice.tokens.access), exp: secondsFromNow(4 - CLOCK_SKEW_SECONDS) });

  // CLOSE_ON_TOKEN_EXPIRY=false is in the spec of `SocketTokenRegistry`.
  it('closes the socket', async () => {
    const socket = await attemptHandshake({ token: await soon() });
    await socket.receive('chat.notifications');
    await expect(socket.closed()).resolves.toEqual({ code: 4001, reason: 'token_expired' });
  });
});
