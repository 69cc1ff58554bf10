import { Browser } from '../support/browser.js';
import { storedTexts } from '../support/browser-store.js';
import { eventually } from '../support/eventually.js';
import { PageProxy } from '../support/page-proxy.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { BROKEN_CONNECTION, WebClient } from '../support/web-client.js';

const INSTALLED = { serviceWorkers: 'allow' } as const;

let parley: Service;
let browser: Browser;
let proxy: PageProxy;
let alice: TestUser;
let bob: TestUser;
let room: { readonly id: string };

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  proxy = await PageProxy.to(parley);
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  const device = await bob.connect();
  const created = { type: 'GroupChat', name: 'Friends', participants: [alice.id] };
  ({ data: room } = await device.request('room.create', created));
  await device.close();
});
afterEach(async () => {
  await browser.closeAll();
  await proxy.stop();
});

/** Asked from outside: the policy of the page permits no text that it evaluates again and again. */
const isControlled = ({ page }: WebClient): Promise<void> =>
  eventually(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'));

/** A new version of the service is installed, and the page finds its newer build. */
async function upgrade({ page }: WebClient): Promise<void> {
  proxy.isUpgraded = true;
  await page.evaluate('navigator.serviceWorker.ready.then((registration) => registration.update())');
}

/** Hides the page. Only the browser can do that, and a headless one shows all pages: the page is made to believe it. */
const hide = ({ page }: WebClient): Promise<void> =>
  page.evaluate(`
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);

it('the page opens without a network with what it last knew, and sends what is written when the network is back', async () => {
  browser.ignoreError(...BROKEN_CONNECTION);
  const client = await WebClient.open(browser, proxy, alice, INSTALLED);
  await isControlled(client);
  await client.enter('Friends');
  await client.send('Before');
  await eventually(async () => (await storedTexts(client.page)).includes('Before'));
  await client.page.context().setOffline(true);
  await client.page.reload();
  await client.page.getByText('You are offline.', { exact: false }).waitFor();
  await client.expectText('Before');
  await client.send('Meanwhile');
  await client.expectText('Meanwhile');
  await browser.screenshot(client.page, 'web-client-offline');
  await client.button('Settings').click();
  await client.dialog.getByRole('heading', { name: 'Settings', level: 2 }).waitFor();
  await client.page.keyboard.press('Escape');
  await client.page.reload();
  await client.expectText('Meanwhile');
  await client.button('Settings').click();
  await client.page.context().setOffline(false);
  await client.dialog.getByLabel('First name').waitFor();
  await client.page.keyboard.press('Escape');
  await client.message('Meanwhile').getByTitle('Sent').waitFor();
  expect(await client.texts()).toEqual(['Before', 'Meanwhile']);
});

it('the page without a network counts the unread messages that it has counted before', async () => {
  browser.ignoreError(...BROKEN_CONNECTION);
  const client = await WebClient.open(browser, proxy, alice, INSTALLED);
  await isControlled(client);
  const device = await bob.connect();
  await device.request('message.send', { room_id: room.id, content: 'Unread' });
  await device.close();
  await client.room('Friends').getByText('1 unread').waitFor();
  await eventually(async () => (await storedTexts(client.page)).includes('Unread'));
  await client.page.context().setOffline(true);
  await client.page.reload();
  await client.room('Friends').getByText('1 unread').waitFor();
  expect(await client.page.title()).toBe('(1) Parley');
  await client.enter('Friends');
  await client.expectText('Unread');
  expect(await client.page.title()).toMatch(/^(\(1\) )?Friends – Parley$/);
});

it('the page offers a newer build, and keeps the draft when the user reloads it', async () => {
  const client = await WebClient.open(browser, proxy, alice, INSTALLED);
  await isControlled(client);
  await client.enter('Friends');
  await client.composer.fill('Not sent yet');
  await upgrade(client);
  await client.page.getByText('A new version of this page is ready.').waitFor();
  const loaded = client.page.waitForEvent('load');
  await client.button('Reload').click();
  await loaded;
  await client.page.getByRole('heading', { name: 'Friends', level: 1 }).waitFor();
  expect(await client.composer.inputValue()).toBe('Not sent yet');
  await expect(client.page.getByText('A new version of this page is ready.').count()).resolves.toBe(0);
});

it('a hidden page shows a newer build by itself once no dialog is open, and keeps the draft', async () => {
  const client = await WebClient.open(browser, proxy, alice, INSTALLED);
  await isControlled(client);
  await client.enter('Friends');
  await client.composer.fill('Not sent yet');
  await client.button('Settings').click();
  await client.dialog.getByRole('heading', { name: 'Settings', level: 2 }).waitFor();
  await hide(client);
  const worker = (): Promise<unknown> =>
    client.page.evaluate('navigator.serviceWorker.ready.then(({ waiting }) => waiting?.state)');
  await upgrade(client);
  await client.page.locator('.banner-update').waitFor({ state: 'attached' });
  // The newer worker has not been asked to take over.
  expect(await worker()).toBe('installed');
  const loaded = client.page.waitForEvent('load');
  await client.page.keyboard.press('Escape');
  await client.dialog.waitFor({ state: 'detached' });
  await hide(client);
  await loaded;
  await client.page.getByRole('heading', { name: 'Friends', level: 1 }).waitFor();
  expect(await client.composer.inputValue()).toBe('Not sent yet');
  expect(await worker()).toBeUndefined();
  await expect(client.page.locator('.banner-update').count()).resolves.toBe(0);
});

it('the page can be installed: its manifest names icons that exist', async () => {
  const { icons, display } = (await (await fetch(`${parley.url}/manifest.webmanifest`)).json()) as {
    icons: { src: string; type: string }[];
    display: string;
  };
  expect(display).toBe('standalone');
  expect(icons.length).toBeGreaterThan(2);
  for (const { src, type } of icons) {
    const { status, headers } = await fetch(`${parley.url}/${src}`);
    expect([src, status, headers.get('content-type')]).toEqual([src, 200, type]);
  }
});
