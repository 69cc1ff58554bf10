import type { Page } from 'playwright-core';

import { Browser } from '../support/browser.js';
import { connectMember, createGroup } from '../support/messaging.js';
import { logIn } from '../support/people.js';
import { emptyServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { WebClient } from '../support/web-client.js';

const KEY = 'welcome-page-0123456789ab';
const PASSWORD = 'correct horse 9 battery';
const NAME = 'Chat of Example';
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const VOID = 'This invitation is not valid any more. Ask who invited you for another one.';
const REFUSALS = [/40[0134] \(/, /409 \(/];

let serviceData: ServiceData;
let parley: Service;
let browser: Browser;
let count = 0;

beforeAll(async () => {
  [serviceData, browser] = await Promise.all([emptyServiceData(), Browser.shared()]);
  parley = await Service.start({ SETUP_KEY: KEY }, serviceData);
});
afterEach(() => browser.closeAll());
afterAll(async () => {
  await parley.stop();
  await serviceData.remove();
});

const opens = (path: string, options: object = {}): Promise<WebClient> =>
  WebClient.visit(browser, { url: parley.url + path }, options);

async function request<Answer>(method: string, path: string, body: object): Promise<Answer> {
  const { tokens } = await logIn(parley, 'ada', PASSWORD);
  const response = await fetch(`${parley.url}/api/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${tokens.access}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${String(response.status)} ${await response.text()}`);
  return (await response.json()) as Answer;
}

const sets = (settings: object): Promise<object> => request('PATCH', 'admin/settings/', settings);

/** An invitation of the administrator to a new room. */
async function invites(fields: object = {}): Promise<{ id: string; room: string; token: string; url: string }> {
  const { device } = await connectMember(await logIn(parley, 'ada', PASSWORD));
  const room = `Room ${String((count += 1))}`;
  const { id } = await createGroup(device, [], room);
  await device.close();
  const made = await request<{ token: string; url: string }>('POST', 'invitations/', { rooms: [id], ...fields });
  return { ...made, id, room };
}

async function membersOf(id: string): Promise<string[]> {
  const { device } = await connectMember(await logIn(parley, 'ada', PASSWORD));
  const { data } = await device.request('room.members', { room_id: id });
  await device.close();
  return data.members.map(({ username }) => username).sort();
}

async function expectNoSecret(page: Page, secret: string): Promise<void> {
  expect(page.url()).not.toContain('#');
  const kept = await page.evaluate<string>(
    'JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }, document.cookie])',
  );
  expect(kept).not.toContain(secret);
}

/** The text that describes a field that was refused. */
async function refusalAt({ page }: WebClient, label: string | RegExp): Promise<string> {
  const field = page.getByLabel(label, { exact: true });
  await field.and(page.locator('[aria-invalid="true"]')).waitFor();
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
  return page.locator(`[id="${ids.at(-1) ?? ''}"]`).innerText();
}

describe('the page at /setup', () => {
  it('says what an address without its key, or with another one, means', async () => {
    browser.ignoreError(...REFUSALS);
    const client = await opens('/setup');
    await client.page.getByText('This page needs its whole address', { exact: false }).waitFor();
    await client.page.goto(`${parley.url}/setup#not-the-key`);
    await expectSetUp(client, 'ada');
    await client.page.getByText('This address is not valid any more', { exact: false }).waitFor();
    await expectNoSecret(client.page, 'not-the-key');
  });

  it('sets an empty deployment up, tells wrong input at its fields, and leads to the web client', async () => {
    browser.ignoreError(...REFUSALS);
    const client = await opens(`/setup#${KEY}`);
    const { page } = client;
    await client.focused(page.getByLabel('Name of this chat'));
    await expectNoSecret(page, KEY);
    await client.expectAccessible(browser, 'setup');
    await expectSetUp(client, 'a b', 'short');
    expect(await refusalAt(client, 'User name')).toMatch(/./);
    expect(await refusalAt(client, 'Password')).toMatch(/./);
    await client.focused(page.getByLabel('User name'));
    await client.expectAccessible(browser, 'setup-refused');

    await expectSetUp(client, 'ada');
    await client.isIn();
    await expectNoSecret(page, KEY);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.reload();
    await client.isIn();
  });

  it('is the same afterwards, and says that its address is void', async () => {
    browser.ignoreError(...REFUSALS);
    const client = await opens(`/setup#${KEY}`);
    await expectSetUp(client, 'eve');
    await client.page.getByText('This address is not valid any more', { exact: false }).waitFor();
  });

  async function expectSetUp(client: WebClient, username: string, password = PASSWORD): Promise<void> {
    await client.page.getByLabel('Name of this chat').fill(NAME);
    await client.page.getByRole('radio', { name: /^A team/ }).check();
    await client.page.getByLabel('User name').fill(username);
    await client.page.getByLabel('Password', { exact: true }).fill(password);
    await client.button('Set up').click();
  }
});

describe('the page at /invite', () => {
  it('makes an account, tells wrong input at its fields, and leads to the web client', async () => {
    browser.ignoreError(...REFUSALS);
    const { room, token, url } = await invites({ email: 'bob@example.com' });
    expect(url).toBe(`${parley.url}/invite#${token}`);
    const client = await opens(`/invite#${token}`);
    const { page } = client;
    await page.getByRole('heading', { name: NAME }).waitFor();
    await page.getByText('ada invites you to this chat.').waitFor();
    await page.getByText(`Rooms: ${room}`).waitFor();
    await page.getByText('bob@example.com', { exact: false }).waitFor();
    await expectNoSecret(page, token);
    await client.expectAccessible(browser, 'invite');

    await makesAccount(client, 'ada');
    expect(await refusalAt(client, 'User name')).toBe('This user name is taken, or looks like another one.');
    await client.focused(page.getByLabel('User name'));
    await makesAccount(client, 'bob', 'short');
    expect(await refusalAt(client, 'Password')).toMatch(/./);
    await client.focused(page.getByLabel('Password', { exact: true }));

    await makesAccount(client, 'bob');
    await client.isIn();
    await client.room(room).waitFor();
    await expectNoSecret(page, token);
  });

  it('lets somebody who has an account log in, and in', async () => {
    browser.ignoreError(...REFUSALS);
    const { room, token } = await invites();
    const client = await opens(`/invite#${token}`);
    await client.page.getByText('I have an account').click();
    await client.logIn('bob', 'something else');
    await client.page.getByText('Wrong user name or password.').waitFor();
    await client.logIn('bob', PASSWORD);
    await client.isIn();
    await client.page.getByRole('heading', { name: room, level: 1 }).waitFor();

    const next = await invites();
    await client.page.goto(`${parley.url}/invite#${next.token}`);
    await client.page.getByText('You are logged in as bob.').waitFor();
    await client.expectAccessible(browser, 'invite-logged-in');
    await client.button('Accept the invitation').click();
    await client.page.getByRole('heading', { name: next.room, level: 1 }).waitFor();
  });

  it('says of a void invitation whom to ask', async () => {
    browser.ignoreError(...REFUSALS);
    const client = await opens('/invite#unknown');
    await client.page.getByText(VOID).waitFor();
    await client.expectAccessible(browser, 'invite-void');
    // Of another address in the same tab, too.
    const { room, token } = await invites();
    await client.page.goto(`${parley.url}/invite#${token}`);
    await client.page.getByText(`Rooms: ${room}`).waitFor();
    await expectNoSecret(client.page, token);
  });

  it.each(['en-GB', 'ar', 'de'])('fits on a narrow phone, with letters that no phone enlarges: %s', async (locale) => {
    const { token } = await invites({ email: 'a.rather.long.name.of.somebody@mail.department.example.com' });
    for (const path of [`/setup#${KEY}`, `/invite#${token}`]) {
      const client = await opens(path, { ...PHONE, locale });
      await client.page.locator('form').waitFor();
      expect(await client.overflows()).toEqual([]);
      const sizes = await client.page.evaluate<string[]>(
        "[...document.querySelectorAll('.input')].map((each) => getComputedStyle(each).fontSize)",
      );
      expect([...new Set(sizes)]).toEqual(['16px']);
      await browser.screenshot(client.page, `phone-${path.slice(1, path.indexOf('#'))}-${locale}`);
    }
  });

  it('says where administrators make the accounts, and lets in who has one', async () => {
    await sets({ sign_up: 'off' });
    const { token } = await invites();
    const client = await opens(`/invite#${token}`);
    await client.page.getByText('Administrators make the accounts of this chat.', { exact: false }).waitFor();
    expect(await client.page.getByLabel('First name (optional)').count()).toBe(0);
    await client.expectAccessible(browser, 'invite-sign-up-off');
    await sets({ sign_up: 'invitation' });
  });

  async function makesAccount(client: WebClient, username: string, password = PASSWORD): Promise<void> {
    await client.page.getByLabel('User name').fill(username);
    await client.page.getByLabel('Password', { exact: true }).fill(password);
    await client.button('Make an account').click();
  }
});

it('the log-in page has the name and the welcome of the deployment, and says whom to ask for an account', async () => {
  await sets({ welcome: 'Hello.\n<b>Be kind.</b>' });
  const client = await opens('/');
  await client.page.getByRole('heading', { name: NAME }).waitFor();
  expect(await client.page.locator('.description').innerText()).toBe('Hello.\n<b>Be kind.</b>');
  await client.page.getByText('Ask an administrator or a member of this chat for an invitation.').waitFor();
  await client.expectAccessible(browser, 'log-in-with-welcome');
  await sets({ sign_up: 'off' });
  await client.page.reload();
  await client.page.getByText('Ask an administrator of this chat for an account.').waitFor();
  await sets({ sign_up: 'invitation' });
});

describe('in production, without the web client', () => {
  beforeAll(() => parley.restart('SIGTERM', { NODE_ENV: 'production', SETUP_KEY: KEY }));

  it('a new account and an own one are let in, and the page says that it is done', async () => {
    browser.ignoreError(...REFUSALS);
    const { id, token } = await invites({ uses: 2 });
    const client = await opens(`/invite#${token}`);
    const { page } = client;
    await page.getByLabel('User name').fill('carol');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await client.button('Make an account').click();
    await page.getByText('It is done. You can log in to the chat as carol now.').waitFor();

    const other = await opens(`/invite#${token}`);
    await other.page.getByText('I have an account').click();
    await other.logIn('bob', PASSWORD);
    await other.page.getByText('It is done. You can log in to the chat as bob now.').waitFor();
    expect(await membersOf(id)).toEqual(['ada', 'bob', 'carol']);
  });
});
