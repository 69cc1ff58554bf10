import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { PageHost } from '../support/page-host.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { Service } from '../support/service.js';
import { Tab } from '../support/tab.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { QUICK } from '../support/client.js';

/** Replaces a silent connection soon. */
const SHORT_TIMEOUT = { ...QUICK, responseTimeout: 3_000 };
/** The console message of Chromium for a broken connection. */
const BROKEN_CONNECTION = /^WebSocket connection to 'ws:[^']*' failed/;

let parley: Service;
let host: PageHost;
let browser: Browser;
let alice: Person;
let bob: Person;
let roomId: string;
let cables: TcpProxy[];

beforeAll(async () => {
  // No heartbeats: the tests must detect broken connections by other means.
  const service = Service.start({ INACTIVITY_THRESHOLD: '86400' });
  [parley, host, browser] = await Promise.all([service, PageHost.start(), Browser.shared()]);
});
afterAll(async () => {
  await host.stop();
  await parley.stop();
});

beforeEach(async () => {
  cables = [];
  ({ alice, bob } = await people(parley, 'alice', 'bob'));
  const device = await alice.arrives();
  const { data } = await device.ask('room.create', { type: 'OneToOneChat', participants: [bob.id] });
  roomId = data.id;
  await device.leaves();
});
afterEach(async () => {
  await browser.closesAll();
  await Promise.all(cables.map((cable) => cable.close()));
});

const opens = (person: Person, where: { readonly url: string } = parley, timing: object = QUICK): Promise<Tab> =>
  Tab.opens(browser, host, { person, roomId, where, timing });

/** A proxy to the service, and the number of connections through it. */
async function cable(): Promise<{
  readonly cable: TcpProxy;
  readonly url: string;
  readonly connections: () => number;
}> {
  let connections = 0;
  const { hostname, port } = new URL(parley.url);
  const own = await TcpProxy.to(hostname, Number(port), () => {
    connections += 1;
    return () => undefined;
  });
  cables.push(own);
  return { cable: own, url: `http://127.0.0.1:${String(own.port)}`, connections: () => connections };
}

describe('two pages with the client library', () => {
  it('exchange messages', async () => {
    const [alices, bobs] = [await opens(alice), await opens(bob)];
    await alices.says('Can you hear me, Bob?');
    await bobs.sees('Can you hear me, Bob?');
    await bobs.says('<b>Loud</b> and clear 👋');
    for (const tab of [alices, bobs]) {
      await tab.sees('Can you hear me, Bob?', '<b>Loud</b> and clear 👋');
      expect(await tab.shown()).toEqual(await tab.contents());
      expect(await tab.history()).toEqual(await tab.contents());
    }
  });

  it.each(['cut', 'half open', 'stalled'])('lose no message on a connection that is %s', async (fault) => {
    browser.forgives(BROKEN_CONNECTION);
    const own = await cable();
    const [alices, bobs] = [await opens(alice, own, SHORT_TIMEOUT), await opens(bob)];
    await alices.says('before');
    await bobs.sees('before');
    if (fault === 'cut') own.cable.cut();
    else own.cable.freeze(fault === 'stalled' ? 'everything' : 'answers');
    await bobs.says('from Bob, meanwhile');
    await alices.says('from Alice, meanwhile');
    await alices.is('connecting');
    own.cable.mend();
    await alices.is('online');
    await eventually(async () => (await bobs.contents()).length === 3);
    const seen = await bobs.contents();
    expect([...seen].sort()).toEqual(['before', 'from Alice, meanwhile', 'from Bob, meanwhile']);
    await alices.sees(...seen);
    expect(await bobs.history()).toEqual(seen);
    expect(own.connections()).toBeGreaterThan(1);
  });
});

describe('a page that is reloaded with unsent messages', () => {
  it('sends queued messages once and in order', async () => {
    browser.forgives(BROKEN_CONNECTION);
    const own = await cable();
    const [alices, bobs] = [await opens(alice, own), await opens(bob)];
    await alices.says('0');
    await bobs.sees('0');
    own.cable.cut();
    await alices.is('connecting');
    for (const content of ['1', '2', '3']) await alices.says(content);
    await alices.reloads();
    await eventually(async () => (await alices.waiting()) === 3);
    expect(await alices.contents()).toEqual([]);
    own.cable.mend();
    await bobs.sees('0', '1', '2', '3');
    expect(await bobs.history()).toEqual(['0', '1', '2', '3']);
    await eventually(async () => (await alices.waiting()) === 0);
  });

  it('sends unconfirmed messages again, and they are stored once', async () => {
    browser.forgives(BROKEN_CONNECTION);
    const own = await cable();
    const [alices, bobs] = [await opens(alice, own), await opens(bob)];
    own.cable.freeze('answers');
    await alices.says('stored');
    await bobs.sees('stored');
    expect(await alices.waiting()).toBe(1);
    await alices.reloads();
    own.cable.mend();
    await alices.is('online');
    await eventually(async () => (await alices.waiting()) === 0);
    await alices.says('after');
    await bobs.sees('stored', 'after');
    await alices.sees('stored', 'after');
    expect(await bobs.history()).toEqual(['stored', 'after']);
  });
});

describe('a browser that is offline', () => {
  /** Longer than the test: neither a reconnection delay nor a heartbeat ends within it. */
  const NEVER = {
    minReconnectDelay: 3_600_000,
    maxReconnectDelay: 3_600_000,
    responseTimeout: 3_600_000,
    maxHeartbeatInterval: 3_600_000,
  };

  it('reconnects as soon as it is online, and receives the missed messages', async () => {
    browser.forgives(BROKEN_CONNECTION);
    const own = await cable();
    const [alices, bobs] = [await opens(alice, own, NEVER), await opens(bob)];
    await alices.page.context().setOffline(true);
    own.cable.cut();
    await alices.is('connecting');
    own.cable.mend();
    await bobs.says('Where are you?');
    await alices.says('In a tunnel.');
    expect(await alices.contents()).toEqual([]);
    await alices.page.context().setOffline(false);
    await alices.sees('Where are you?', 'In a tunnel.');
    await bobs.sees('Where are you?', 'In a tunnel.');
  });

  it('checks its connection as soon as it is online', async () => {
    browser.forgives(BROKEN_CONNECTION);
    const own = await cable();
    const timing = {
      ...NEVER,
      minReconnectDelay: QUICK.minReconnectDelay,
      responseTimeout: SHORT_TIMEOUT.responseTimeout,
    };
    const [alices, bobs] = [await opens(alice, own, timing), await opens(bob)];
    await alices.page.context().setOffline(true);
    own.cable.freeze();
    await bobs.says('Where are you?');
    await alices.page.context().setOffline(false);
    await alices.is('connecting');
    own.cable.mend();
    await alices.sees('Where are you?');
    expect(own.connections()).toBeGreaterThan(1);
  });
});
