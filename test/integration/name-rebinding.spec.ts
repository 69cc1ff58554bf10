import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isIPv6 } from 'node:net';
import type { Socket } from 'node:net';

import { FetchRefused } from '../../src/platform/outgoing/fetch-refused.js';
import type { FetchFault } from '../../src/platform/outgoing/fetch-refused.js';
import { publicFetch } from '../../src/platform/outgoing/public-fetch.js';
import { publicLookupBy } from '../../src/platform/outgoing/public-lookup.js';
import { NameServer } from '../support/name-server.js';
import { PageServer } from '../support/page-server.js';

const NAME = 'changing.example.com';
/** Public for the service, and allocated to nobody (IANA, IPv6 Global Unicast Address Space). */
const [PUBLIC, OTHER_PUBLIC] = ['3000::1', '3000::2'];
const INNER = '127.0.0.1';
let names: NameServer;
let pages: PageServer;
/** The addresses to which this process opens connections. */
const attempts: string[] = [];
let onAttempt: () => void;

function watch(message: unknown): void {
  (message as { socket: Socket }).socket.on('connectionAttempt', (address: string) => {
    attempts.push(address);
    setImmediate(onAttempt);
  });
}

beforeAll(async () => {
  [names, pages] = await Promise.all([NameServer.start(), PageServer.start()]);
  subscribe('net.client.socket', watch);
});
beforeEach(() => {
  attempts.length = 0;
  names.asked.length = 0;
});
afterAll(async () => {
  unsubscribe('net.client.socket', watch);
  names.stop();
  await pages.stop();
});

const lookup = publicLookupBy((name, _, done) => {
  void names.addresses(name).then((found) => done(null, found));
});

/**
 * Fetches a URL, until so many connections to addresses that do not answer were attempted.
 * @returns why nothing was fetched
 */
async function refusal(url: string, most = 1): Promise<FetchFault | undefined> {
  const ending = new AbortController();
  onAttempt = () => {
    if (attempts.filter((address) => isIPv6(address)).length >= most) ending.abort(new FetchRefused('unreachable'));
  };
  const limits = { ms: 10_000, mostBytes: 1_024, cutsLonger: false, types: ['text/html'] };
  const allowed = [new URL(pages.url).host];
  const failed = await publicFetch(url, limits, allowed, ending.signal, lookup).catch((error: unknown) => error);
  return (failed as { fault?: FetchFault }).fault;
}

describe('a name whose address changes after it was checked', () => {
  it('is connected to at the address that was checked, without a second lookup', async () => {
    names.changes(NAME, [PUBLIC], [INNER]);
    expect(await refusal(`http://${NAME}/`)).toBe('unreachable');
    expect([attempts, names.asked]).toEqual([[PUBLIC], [NAME]]);
    expect(await refusal(`http://${NAME}/`)).toBe('not_public');
    expect(await refusal(`https://${NAME}/`)).toBe('not_public');
    expect([attempts, names.asked]).toEqual([[PUBLIC], [NAME, NAME, NAME]]);
  });

  it('is not connected to after a redirect', async () => {
    names.changes(NAME, [PUBLIC], [INNER]);
    await refusal(`http://${NAME}/`);
    attempts.length = 0;
    const url = pages.answer('/away', (_, response) => {
      response.writeHead(302, { location: `http://${NAME}/` }).end();
    });
    expect(await refusal(url)).toBe('not_public');
    expect(attempts).toEqual([INNER]);
    expect(pages.asked).toEqual(['/away']);
  });
});

describe('a name with public and other addresses', () => {
  it('is connected to at the public ones alone, also when none of them answers', async () => {
    names.changes(NAME, [INNER, PUBLIC, '10.0.0.1', OTHER_PUBLIC, '::1']);
    expect(await refusal(`http://${NAME}/`, 2)).toBe('unreachable');
    expect([...attempts].sort()).toEqual([PUBLIC, OTHER_PUBLIC]);
  });
});
