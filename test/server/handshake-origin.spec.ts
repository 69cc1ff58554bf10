import { eventually } from '../support/eventually.js';
import { expectHandshakeRefused, openClient } from '../support/handshake.js';
import type { HandshakeOptions } from '../support/handshake.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';

let parley: Service;
let alice: TestUser;

beforeAll(async () => {
  parley = await Service.start({
    ALLOWED_HOSTS: 'chat.example.com, .example.org, portal.example.net:8443, LOCALHOST, [::1]',
  });
  ({ alice } = await users(parley, 'alice'));
});
afterAll(() => parley.stop());

/** A valid token, so that only the Origin can be wrong. */
const handshake = (origin: string | undefined): HandshakeOptions => ({
  token: alice.tokens.access,
  name: `alice, from ${String(origin)},`,
  headers: origin === undefined ? {} : { Origin: origin },
});

async function letsIn(...origins: (string | undefined)[]): Promise<void> {
  for (const origin of origins) {
    const socket = await openClient(parley.url, handshake(origin));
    await socket.receive('chat.notifications');
    await socket.close();
  }
}

async function turnsAway(...origins: (string | undefined)[]): Promise<void> {
  for (const origin of origins) {
    expect([origin, await expectHandshakeRefused(parley.url, handshake(origin))]).toEqual([
      origin,
      { status: 403, body: '' },
    ]);
  }
}

describe('ALLOWED_HOSTS with a list of hosts', () => {
  it('accepts pages of a listed host with any scheme and port', () =>
    letsIn(
      'https://chat.example.com',
      'http://chat.example.com',
      'https://chat.example.com:8443',
      'https://CHAT.Example.COM',
      'http://localhost:5173',
      'http://[::1]:3000',
    ));

  it('accepts a host listed with a leading dot, and all its subdomains', () =>
    letsIn('https://example.org', 'https://www.example.org', 'https://a.b.example.org:8080'));

  it('accepts only the port of a host that is listed with a port', async () => {
    await letsIn('https://portal.example.net:8443');
    await turnsAway('https://portal.example.net', 'https://portal.example.net:8444');
  });

  it('accepts handshakes without an Origin, as from apps, servers and command lines', () => letsIn(undefined));

  it('refuses every other Origin without a body', () =>
    turnsAway(
      'https://evil.example',
      'https://evilexample.org',
      'https://example.org.evil.example',
      'https://chat.example.com.evil.example',
      'https://sub.chat.example.com',
      'https://example.com',
      'https://evil.example/chat.example.com',
      'https://chat.example.com@evil.example',
      'https://evil.example#chat.example.com',
      'https://127.0.0.1',
      'null',
      'file://',
      'chat.example.com',
      'invalid',
      '',
    ));

  it('logs the refused Origin and the reason', async () => {
    await turnsAway('https://curious.example');
    await eventually(() => /Refused .*https:\/\/curious\.example.*ALLOWED_HOSTS/.test(parley.output));
  });

  it('is checked before the token', async () => {
    await expect(
      expectHandshakeRefused(parley.url, { headers: { Origin: 'https://evil.example' } }),
    ).resolves.toMatchObject({
      status: 403,
    });
  });
});

// The other values of ALLOWED_HOSTS are in the spec of `mayOpen`.
describe('REQUIRE_ORIGIN', () => {
  it('refuses handshakes without an Origin', async () => {
    await parley.restart('SIGTERM', { ALLOWED_HOSTS: 'chat.example.com', REQUIRE_ORIGIN: 'true' });
    await letsIn('https://chat.example.com');
    await turnsAway(undefined, 'https://evil.example');
  });
});
