import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { PageHost } from '../support/page-host.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
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
let alice: TestUser;
let bob: TestUser;
let roomId: string;
let cables: TcpProxy[];

beforeAll(async () => {
  // Without heartbeats: the tests must detect broken connections by other means.
  [parley, host, browser] = await Promise.all([sharedService('everyPart'), PageHost.start(), Browser.shared()]);
});
afterAll(() => host.stop());

beforeEach(async () => {
  cables = [];
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  const device = await alice.connect();
  const { data } = await device.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
  roomId = data.id;
  await device.close();
});
afterEach(async () => {
  await browser.closeAll();
  await Promise.all(cables.map((cable) => cable.close()));
});

const opens = (user: TestUser, where: { readonly url: string } = parley, timing: object = QUICK): Promise<Tab> =>
  Tab.open(browser, host, { user, roomId, where, timing });

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
    await alices.send('Can you hear me, Bob?');
    await bobs.expectContents('Can you hear me, Bob?');
    await bobs.send('<b>Loud</b> and clear 👋');
    for (const tab of [alices, bobs]) {
      await tab.expectContents('Can you hear me, Bob?', '<b>Loud</b> and clear 👋');
      expect(await tab.shown()).toEqual(await tab.contents());
      expect(await tab.history()).toEqual(await tab.contents());
    }
  });

  it.each(['cut', 'half open', 'stalled'])('lose no message on a connection that is %s', async (fault) => {
    browser.ignoreError(BROKEN_CONNECTION);
    const own = await cable();
    const [alices, bobs] = [await opens(alice, own, SHORT_TIMEOUT), await opens(bob)];
    await alices.send('before');
    await bobs.expectContents('before');
    if (fault === 'cut') own.cable.cut();
    else own.cable.freeze(fault === 'stalled' ? 'everything' : 'answers');
    await bobs.send('from Bob, meanwhile');
    await alices.send('from Alice, meanwhile');
    await alices.expectState('connecting');
    own.cable.mend();
    await alices.expectState('online');
    await eventually(async () => (await bobs.contents()).length === 3);
    const seen = await bobs.contents();
    expect([...seen].sort()).toEqual(['before', 'from Alice, meanwhile', 'from Bob, meanwhile']);
    await alices.expectContents(...seen);
    expect(await bobs.history()).toEqual(seen);
    expect(own.connections()).toBeGreaterThan(1);
  });
});

describe('a page that is reloaded with unsent messages', () => {
  it('sends queued messages once and in order', async () => {
    browser.ignoreError(BROKEN_CONNECTION);
    const own = await cable();
    const [alices, bobs] = [await opens(alice, own), await opens(bob)];
    await alices.send('0');
    await bobs.expectContents('0');
    own.cable.cut();
    await alices.expectState('connecting');
    for (const content of ['1', '2', '3']) await alices.send(content);
    await alices.reload();
    await eventually(async () => (await alices.waiting()) === 3);
    expect(await alices.contents()).toEqual([]);
    own.cable.mend();
    await bobs.expectContents('0', '1', '2', '3');
    expect(await bobs.history()).toEqual(['0', '1', '2', '3']);
    await eventually(async () => (await alices.waiting()) === 0);
  });

  it('sends unconfirmed messages again, and they are stored once', async () => {
    browser.ignoreError(BROKEN_CONNECTION);
    const own = await cable();
    const [alices, bobs] = [await opens(alice, own), await opens(bob)];
    own.cable.freeze('answers');
    await alices.send('stored');
    await bobs.expectContents('stored');
    expect(await alices.waiting()).toBe(1);
    await alices.reload();
    own.cable.mend();
    await alices.expectState('online');
    await eventually(async () => (await alices.waiting()) === 0);
    await alices.send('after');
    await bobs.expectContents('stored', 'after');
    await alices.expectContents('stored', 'after');
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
    browser.ignoreError(BROKEN_CONNECTION);
    const own = await cable();
    const [alices, bobs] = [await opens(alice, own, NEVER), await opens(bob)];
    await alices.page.context().setOffline(true);
    own.cable.cut();
    await alices.expectState('connecting');
    own.cable.mend();
    await bobs.send('Where are you?');
    await alices.send('In a tunnel.');
    expect(await alices.contents()).toEqual([]);
    await alices.page.context().setOffline(false);
    await alices.expectContents('Where are you?', 'In a tunnel.');
    await bobs.expectContents('Where are you?', 'In a tunnel.');
  });

  it('checks its connection as soon as it is online', async () => {
    browser.ignoreError(BROKEN_CONNECTION);
    const own = await cable();
    const timing = {
      ...NEVER,
      minReconnectDelay: QUICK.minReconnectDelay,
      responseTimeout: SHORT_TIMEOUT.responseTimeout,
    };
    const [alices, bobs] = [await opens(alice, own, timing), await opens(bob)];
    await alices.page.context().setOffline(true);
    own.cable.freeze();
    await bobs.send('Where are you?');
    await alices.page.context().setOffline(false);
    await alices.expectState('connecting');
    own.cable.mend();
    await alices.expectContents('Where are you?');
    expect(own.connections()).toBeGreaterThan(1);
  });
});
