import type { Cookie } from 'playwright-core';

import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { BROKEN_CONNECTION, WebClient } from '../support/web-client.js';

const ALICE = 'alice Tester';
const BOB = 'bob Tester';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
});
afterEach(() => browser.closeAll());

async function sessionCookie({ page }: WebClient): Promise<Cookie | undefined> {
  return (await page.context().cookies(`${parley.url}/api/web/session/`))[0];
}

async function areInAChat(): Promise<void> {
  const device = await alice.connect();
  await device.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
  await device.close();
}

it('a log-in with a wrong password shows an error', async () => {
  browser.ignoreError(/401 \(Unauthorized\)/);
  const page = await WebClient.visit(browser, parley);
  await page.logIn(alice.username, 'something else');
  await page.page.getByText('Wrong user name or password.').waitFor();
});

it('after an expired session the log-in page keeps the user name, shows the password and tells of Caps Lock', async () => {
  browser.ignoreError(/401 \(Unauthorized\)/);
  const client = await WebClient.open(browser, parley, alice);
  const { page } = client;
  await page.context().clearCookies();
  await page.reload();
  await page.getByText('Your session has expired.', { exact: false }).waitFor();
  expect(await page.getByLabel('User name').inputValue()).toBe(alice.username);
  const field = page.getByLabel('Password', { exact: true });
  await client.focused(field);
  await field.fill('a secret');
  expect(await field.getAttribute('type')).toBe('password');
  await client.button('Show the password').click();
  expect(await field.getAttribute('type')).toBe('text');
  await client.button('Show the password').click();
  expect(await field.getAttribute('type')).toBe('password');
  await field.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
  await page.getByText('Caps Lock is on.').waitFor();
  expect(await client.faults()).toEqual([]);
  await field.dispatchEvent('keydown', { key: 'a', modifierCapsLock: false });
  await page.getByText('Caps Lock is on.').waitFor({ state: 'detached' });
  await client.logIn(alice.username);
  await client.isIn();
});

it('a user starts a direct message with another one by the user name', async () => {
  const [alices, bobs] = [await WebClient.open(browser, parley, alice), await WebClient.open(browser, parley, bob)];
  await alices.button('New conversation').click();
  await alices.dialog.getByLabel('User name').fill(bob.username);
  await alices.dialog.getByLabel('User name').press('Enter');
  await alices.dialog.getByText(`@${bob.username}`).waitFor();
  await alices.dialog.getByRole('button', { name: 'Create' }).click();
  await alices.send('Can you hear me?');

  await bobs.room(ALICE).getByText('1 unread').waitFor();
  expect(await bobs.page.title()).toBe('(1) Parley');
  await bobs.enter(ALICE);
  await bobs.expectText('Can you hear me?');
  await bobs.send('<b>Loud</b> and clear 👋');
  await alices.expectText('<b>Loud</b> and clear 👋');
  await alices.room(/^bob Tester ?, online/).waitFor();
  await bobs.room(ALICE).getByText('unread').waitFor({ state: 'detached' });
});

it('a message shows whether it was sent, delivered and read', async () => {
  await areInAChat();
  const alices = await WebClient.open(browser, parley, alice);
  await alices.enter(BOB);
  await alices.send('Are you there?');
  const message = alices.message('Are you there?');
  await message.getByTitle('Sent', { exact: true }).waitFor();
  const bobs = await WebClient.open(browser, parley, bob);
  await message.getByTitle('Delivered', { exact: true }).waitFor();
  await bobs.enter(ALICE);
  await message.getByTitle('Read', { exact: true }).waitFor();
});

it('a room shows who is typing', async () => {
  await areInAChat();
  const [alices, bobs] = [await WebClient.open(browser, parley, alice), await WebClient.open(browser, parley, bob)];
  await alices.enter(BOB);
  await bobs.enter(ALICE);
  await bobs.composer.pressSequentially('Well, ');
  await alices.page.getByText('bob Tester is typing…').waitFor();
  await bobs.send('Well, yes.');
  await alices.expectText('Well, yes.');
  await alices.page.getByText('bob Tester is typing…').waitFor({ state: 'detached' });
});

it('messages written while the server cannot be reached are sent once, and none is missed', async () => {
  browser.ignoreError(...BROKEN_CONNECTION);
  await areInAChat();
  const { hostname, port } = new URL(parley.url);
  const cable = await TcpProxy.to(hostname, Number(port));
  try {
    const alices = await WebClient.open(browser, { url: `http://127.0.0.1:${String(cable.port)}` }, alice);
    const bobs = await WebClient.open(browser, parley, bob);
    await alices.enter(BOB);
    await bobs.enter(ALICE);
    await alices.send('Before the tunnel');
    await bobs.expectText('Before the tunnel');

    cable.cut();
    await alices.page.getByText('The server cannot be reached.').waitFor();
    await alices.send('In the tunnel');
    await alices.message('In the tunnel').getByTitle('Sending', { exact: true }).waitFor();
    await bobs.send('Alice?');
    await bobs.send('Are you there?');
    await browser.screenshot(alices.page, 'web-client-offline');

    cable.mend();
    await alices.page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
    const everything = ['Before the tunnel', 'Alice?', 'Are you there?', 'In the tunnel'];
    for (const page of [alices, bobs]) {
      await eventually(async () => (await page.texts()).length === everything.length);
      expect(await page.texts()).toEqual(everything);
    }
    await alices.message('In the tunnel').getByTitle('Read', { exact: true }).waitFor();
  } finally {
    await cable.close();
  }
});

it('the banner names a lost network, and a server that cannot be reached', async () => {
  browser.ignoreError(...BROKEN_CONNECTION);
  const { hostname, port } = new URL(parley.url);
  const cable = await TcpProxy.to(hostname, Number(port));
  try {
    const page = await WebClient.open(browser, { url: `http://127.0.0.1:${String(cable.port)}` }, alice);
    await page.page.context().setOffline(true);
    await page.page.getByText('You are offline.').waitFor();
    await page.page.context().setOffline(false);
    await page.page.getByText('You are offline.').waitFor({ state: 'detached' });
    cable.cut();
    await page.page.getByText('The server cannot be reached.').waitFor();
    cable.mend();
    await page.page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
  } finally {
    await cable.close();
  }
});

it('a message written without a connection is sent once after a reload', async () => {
  browser.ignoreError(...BROKEN_CONNECTION);
  await areInAChat();
  const { hostname, port } = new URL(parley.url);
  const cable = await TcpProxy.to(hostname, Number(port));
  const url = `http://127.0.0.1:${String(cable.port)}`;
  try {
    const alices = await WebClient.open(browser, { url }, alice);
    await alices.enter(BOB);
    cable.cut();
    await alices.send('Where was I?');
    await alices.message('Where was I?').getByTitle('Sending', { exact: true }).waitFor();
    // The page is loaded directly from the service; the socket still uses the broken connection.
    await alices.page.route('**/*', async (route) => {
      await route.fulfill({ response: await route.fetch({ url: route.request().url().replace(url, parley.url) }) });
    });
    await alices.page.reload();
    cable.mend();

    const bobs = await WebClient.open(browser, parley, bob);
    await bobs.enter(ALICE);
    for (const page of [bobs, alices]) {
      await page.expectText('Where was I?');
      expect(await page.texts()).toEqual(['Where was I?']);
    }
    await alices.message('Where was I?').getByTitle('Read', { exact: true }).waitFor();
  } finally {
    await cable.close();
  }
});

it('the log-in, the room and the draft survive a reload', async () => {
  await areInAChat();
  const alices = await WebClient.open(browser, parley, alice);
  await alices.enter(BOB);
  await alices.send('Said');
  await alices.expectText('Said');
  await alices.composer.fill('Half a tho');
  await alices.page.reload();
  await alices.expectText('Said');
  expect(await alices.composer.inputValue()).toBe('Half a tho');
});

it('no script can read a token of the log-in, which survives a reload', async () => {
  const page = await WebClient.visit(browser, parley);
  await page.logIn(alice.username);
  await page.isIn();
  const read = (): Promise<string> =>
    page.page.evaluate('document.cookie + JSON.stringify({...localStorage, ...sessionStorage})');
  await expect(read()).resolves.not.toMatch(/eyJ|refresh|access/);
  await page.page.reload();
  await page.isIn();
  await expect(read()).resolves.not.toMatch(/eyJ|refresh|access/);
  await expect(sessionCookie(page)).resolves.toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
    path: '/api/web/session',
  });
});

it('two tabs that refresh the log-in at once stay logged in', async () => {
  const page = await WebClient.open(browser, parley, alice);
  const second = await page.page.context().newPage();
  // Without locks, as on a page that is not a secure context.
  for (const each of [page.page, second]) {
    await each.addInitScript("Object.defineProperty(navigator, 'locks', { value: undefined })");
  }
  for (let times = 0; times < 3; times += 1) {
    await Promise.all([page.page, second].map((each) => each.goto(parley.url)));
    for (const each of [page.page, second]) await each.getByRole('navigation', { name: 'Rooms' }).waitFor();
  }
});

it('a log-in that is stored with its tokens is removed, and its user logs in once more', async () => {
  const page = await WebClient.visit(browser, parley);
  const stored = JSON.stringify(JSON.stringify({ username: alice.username, ...alice.tokens }));
  await page.page.evaluate(`localStorage.setItem('parley:log-in', ${stored})`);
  await page.page.reload();
  await page.button('Log in').waitFor();
  await expect(page.page.evaluate("localStorage.getItem('parley:log-in')")).resolves.toBeNull();
  await page.logIn(alice.username);
  await page.isIn();
});

it('a log-out ends the log-in in every tab, deletes its cookie and revokes its token', async () => {
  const page = await WebClient.open(browser, parley, alice);
  const second = await page.page.context().newPage();
  await second.goto(parley.url);
  await second.getByRole('navigation', { name: 'Rooms' }).waitFor();
  const refresh = (await sessionCookie(page))!.value;
  await page.logOut();
  for (const each of [page.page, second]) await each.getByRole('button', { name: 'Log in' }).waitFor();
  await eventually(async () => {
    const answer = await fetch(`${parley.url}/api/token/refresh/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh }),
    });
    return answer.status === 401;
  });
  await expect(sessionCookie(page)).resolves.toBeUndefined();
});
