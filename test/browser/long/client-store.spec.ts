import type { Page } from 'playwright-core';

import { Browser } from '../../support/browser.js';
import { QUICK } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { PageHost } from '../../support/page-host.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { Service } from '../../support/service.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

/** The functions of `test/browser/page/store.js`. */
interface App {
  start(settings: object): void;
  state(): string;
  leads(): boolean;
  contents(): string[];
  send(content: string): void;
  stored(): Promise<string[]>;
  logOut(): Promise<void>;
  databases(): Promise<(string | undefined)[]>;
}

declare const app: App;

let parley: Service;
let host: PageHost;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;
let roomId: string;
let cable: TcpProxy;
let connections: number;

beforeAll(async () => {
  [parley, host, browser] = await Promise.all([Service.start({}), PageHost.start(), Browser.shared()]);
});
afterAll(async () => {
  await host.stop();
  await parley.stop();
});

beforeEach(async () => {
  browser.ignoreError(/^WebSocket connection to 'ws:[^']*' failed/);
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  const device = await alice.connect();
  const { data } = await device.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
  roomId = data.id;
  await device.close();
  connections = 0;
  const { hostname, port } = new URL(parley.url);
  cable = await TcpProxy.to(hostname, Number(port), () => {
    connections += 1;
    return () => undefined;
  });
});
afterEach(async () => {
  await browser.closeAll();
  await cable.close();
});

async function start(page: Page): Promise<void> {
  await page.waitForFunction(() => 'app' in globalThis);
  const settings = { token: alice.tokens.access, room: roomId, timing: QUICK };
  await page.evaluate((all) => app.start(all), { ...settings, url: `ws://127.0.0.1:${String(cable.port)}/messaging/` });
}

/** The first tab of the user, which leads. */
async function firstTab(): Promise<Page> {
  const page = await browser.open(`${host.url}/store.html`);
  await start(page);
  await expectState(page, 'online');
  return page;
}

async function nextTab(first: Page): Promise<Page> {
  const page = await first.context().newPage();
  await page.goto(`${host.url}/store.html`);
  await start(page);
  await expectState(page, 'online');
  return page;
}

const expectState = (page: Page, state: string): Promise<unknown> =>
  eventually(async () => (await page.evaluate(() => app.state())) === state);

const contentsOf = (page: Page): Promise<string[]> => page.evaluate(() => app.contents());

async function expectContents(page: Page, ...contents: string[]): Promise<void> {
  await eventually(async () => (await contentsOf(page)).length >= contents.length);
  expect(await contentsOf(page)).toEqual(contents);
}

const send = (page: Page, content: string): Promise<void> => page.evaluate((text) => app.send(text), content);

async function fromBob(content: string): Promise<void> {
  const device = await bob.connect();
  await device.request('message.send', { room_id: roomId, content });
  await device.close();
}

describe('the store of the client library in a browser', () => {
  it('shows the last state without a connection, and sends what was queued', async () => {
    const page = await firstTab();
    await send(page, 'stored');
    await expectContents(page, 'stored');
    await eventually(async () => (await page.evaluate(() => app.stored())).length === 1);
    cable.cut();
    await expectState(page, 'connecting');
    await send(page, 'queued');
    await page.reload();
    await start(page);
    await expectContents(page, 'stored', 'queued');
    expect(await page.evaluate(() => app.state())).toBe('connecting');
    cable.mend();
    await expectState(page, 'online');
    await fromBob('received');
    await expectContents(page, 'stored', 'queued', 'received');
  });

  it('is shared by tabs with one connection, and the others go on when the one that leads is closed', async () => {
    const first = await firstTab();
    const second = await nextTab(first);
    await send(second, 'from the second');
    for (const page of [first, second]) await expectContents(page, 'from the second');
    await fromBob('from Bob');
    for (const page of [first, second]) await expectContents(page, 'from the second', 'from Bob');
    expect(connections).toBe(1);
    expect(await first.evaluate(() => app.leads())).toBe(true);
    expect(await second.evaluate(() => app.leads())).toBe(false);

    await first.close();
    await eventually(() => second.evaluate(() => app.leads()));
    await expectState(second, 'online');
    await fromBob('after');
    await expectContents(second, 'from the second', 'from Bob', 'after');
    expect(connections).toBe(2);
    await eventually(async () => (await second.evaluate(() => app.stored())).length === 3);
  });

  it('is removed when the user logs out in one of the tabs', async () => {
    const first = await firstTab();
    const second = await nextTab(first);
    await send(first, 'secret');
    await expectContents(second, 'secret');
    await second.evaluate(() => app.logOut());
    await eventually(async () => (await first.evaluate(() => app.databases())).length === 0);
    await send(first, 'later');
    await fromBob('later');
    await expectContents(first, 'secret', 'later', 'later');
    expect(await first.evaluate(() => app.databases())).toEqual([]);
  });
});
