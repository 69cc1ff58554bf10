import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { PageHost } from '../support/page-host.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { Service } from '../support/service.js';
import { Tab } from '../support/tab.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { QUICK } from '../support/client.js';

/** Soon gives up a line on which nothing is heard. */
const WATCHFUL = { ...QUICK, responseTimeout: 3_000 };
/** What Chromium says of each line that breaks. */
const BROKEN_LINE = /^WebSocket connection to 'ws:[^']*' failed/;

let parley: Service;
let host: PageHost;
let browser: Browser;
let alice: Person;
let bob: Person;
let roomId: string;
let cables: TcpProxy[];

beforeAll(async () => {
  // No heartbeat comes to the help of who is to notice something by other means.
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

/** A cable of one's own to the service, and how often it was taken. */
async function cable(): Promise<{ readonly cable: TcpProxy; readonly url: string; readonly lines: () => number }> {
  let lines = 0;
  const { hostname, port } = new URL(parley.url);
  const own = await TcpProxy.to(hostname, Number(port), () => {
    lines += 1;
    return () => undefined;
  });
  cables.push(own);
  return { cable: own, url: `http://127.0.0.1:${String(own.port)}`, lines: () => lines };
}

describe('two pages with the client library', () => {
  it('talk', async () => {
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

  it.each(['cut', 'half open', 'stalled'])('lose nothing on a line that is %s', async (fault) => {
    browser.forgives(BROKEN_LINE);
    const own = await cable();
    const [alices, bobs] = [await opens(alice, own, WATCHFUL), await opens(bob)];
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
    expect(own.lines()).toBeGreaterThan(1);
  });
});

describe('a page that is loaded again with messages on their way', () => {
  it('sends those that never left, once and in order', async () => {
    browser.forgives(BROKEN_LINE);
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

  it('sends those again of which nobody said that they were stored, and they are stored once', async () => {
    browser.forgives(BROKEN_LINE);
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
  /** Whoever waits for the next attempt, or for a sign of life, waits for longer than this spec may take. */
  const NEVER = {
    minReconnectDelay: 3_600_000,
    maxReconnectDelay: 3_600_000,
    responseTimeout: 3_600_000,
    maxHeartbeatInterval: 3_600_000,
  };

  it('is back as soon as it is online, and tells what it missed', async () => {
    browser.forgives(BROKEN_LINE);
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

  it('asks at once whether the line that it had is still one', async () => {
    browser.forgives(BROKEN_LINE);
    const own = await cable();
    const timing = { ...NEVER, minReconnectDelay: QUICK.minReconnectDelay, responseTimeout: WATCHFUL.responseTimeout };
    const [alices, bobs] = [await opens(alice, own, timing), await opens(bob)];
    await alices.page.context().setOffline(true);
    own.cable.freeze();
    await bobs.says('Where are you?');
    await alices.page.context().setOffline(false);
    await alices.is('connecting');
    own.cable.mend();
    await alices.sees('Where are you?');
    expect(own.lines()).toBeGreaterThan(1);
  });
});
