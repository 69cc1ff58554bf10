import { eventually } from '../support/eventually.js';
import { isTurnedAway, opens } from '../support/handshake.js';
import type { Knock } from '../support/handshake.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { Service } from '../support/service.js';

let parley: Service;
let alice: Person;

beforeAll(async () => {
  parley = await Service.start({
    ALLOWED_HOSTS: 'chat.example.com, .example.org, portal.example.net:8443, LOCALHOST, [::1]',
  });
  ({ alice } = await people(parley, 'alice'));
});
afterAll(() => parley.stop());

/** With a token that is good, so that only the Origin can be what is wrong. */
const knock = (origin: string | undefined): Knock => ({
  token: alice.tokens.access,
  name: `alice, from ${String(origin)},`,
  headers: origin === undefined ? {} : { Origin: origin },
});

async function letsIn(...origins: (string | undefined)[]): Promise<void> {
  for (const origin of origins) {
    const socket = await opens(parley.url, knock(origin));
    await socket.hears('chat.notifications');
    await socket.leaves();
  }
}

async function turnsAway(...origins: (string | undefined)[]): Promise<void> {
  for (const origin of origins) {
    expect([origin, await isTurnedAway(parley.url, knock(origin))]).toEqual([origin, { status: 403, body: '' }]);
  }
}

describe('a list of hosts', () => {
  it('lets in the pages of a host that it names, whatever their scheme and port', () =>
    letsIn(
      'https://chat.example.com',
      'http://chat.example.com',
      'https://chat.example.com:8443',
      'https://CHAT.Example.COM',
      'http://localhost:5173',
      'http://[::1]:3000',
    ));

  it('lets in every subdomain of a host that it names with a dot, and the host itself', () =>
    letsIn('https://example.org', 'https://www.example.org', 'https://a.b.example.org:8080'));

  it('lets in one port only of a host that it names with a port', async () => {
    await letsIn('https://portal.example.net:8443');
    await turnsAway('https://portal.example.net', 'https://portal.example.net:8444');
  });

  it('lets in who says no Origin, as phones, servers and command lines do', () => letsIn(undefined));

  it('turns away everybody else without a word', () =>
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
      'rubbish',
      '',
    ));

  it('says in the log, and only there, who was turned away and why', async () => {
    await turnsAway('https://curious.example');
    await eventually(() => /Refused .*https:\/\/curious\.example.*ALLOWED_HOSTS/.test(parley.output));
  });

  it('is asked before the token is', async () => {
    await expect(isTurnedAway(parley.url, { headers: { Origin: 'https://evil.example' } })).resolves.toMatchObject({
      status: 403,
    });
  });
});

describe('other lists', () => {
  it('lets every Origin in where it is *', async () => {
    await parley.restart('SIGTERM', { ALLOWED_HOSTS: '*' });
    await letsIn('https://anybody.example', 'http://10.0.0.1:81', undefined);
  });

  it('lets nobody in where it is empty, with an Origin or without', async () => {
    await parley.restart('SIGTERM', { ALLOWED_HOSTS: '' });
    await turnsAway('https://chat.example.com', 'http://localhost', undefined);
  });

  it('demands an Origin where REQUIRE_ORIGIN says so', async () => {
    await parley.restart('SIGTERM', { ALLOWED_HOSTS: 'chat.example.com', REQUIRE_ORIGIN: 'true' });
    await letsIn('https://chat.example.com');
    await turnsAway(undefined, 'https://evil.example');
  });
});
