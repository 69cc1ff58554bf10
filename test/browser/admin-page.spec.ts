import { AdminPage } from '../support/admin-page.js';
import { Browser } from '../support/browser.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let people: Record<'alice' | 'bob' | 'carol', TestUser>;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
  people = await users(parley, 'alice', 'bob', 'carol');
  await parley.parley('users', 'set-role', people.alice.username, 'admin');
  await parley.parley('users', 'set-role', people.bob.username, 'moderator');
});
afterEach(() => browser.closeAll());

it('an administrator logs in, and sees every part', async () => {
  const admin = await AdminPage.visit(browser, parley);
  await admin.says('Log in to administer this deployment.');
  await admin.expectAccessible(browser, 'log-in');
  await admin.logIn(people.alice.username);
  await admin.navigation.waitFor();
  const parts = await admin.navigation.getByRole('link').allInnerTexts();
  expect(parts).toEqual(
    ['Overview', 'Reports', 'Held messages', 'Users', 'Rooms', 'Files', 'Message delivery', 'Figures'].concat(
      'Webhooks',
      'Push notifications',
      'Mails',
      'API keys',
      'Settings',
      'Audit log',
    ),
  );
  expect(await admin.faults()).toEqual([]);
});

it('a moderator sees the parts of the role, and no other one by its address', async () => {
  const moderator = await AdminPage.open(browser, parley, people.bob, 'audit');
  await moderator.heading('This page does not exist, or your role does not permit it.').waitFor();
  const parts = await moderator.navigation.getByRole('link').allInnerTexts();
  expect(parts).toEqual(['Overview', 'Reports', 'Held messages', 'Users', 'Rooms', 'Figures']);
});

it('a user without a role is refused, and logs out', async () => {
  browser.ignoreError(/status of 403/);
  const nobody = await AdminPage.visit(browser, parley, 'users');
  await nobody.logIn(people.carol.username);
  await nobody.says('This account has no role in the deployment.');
  await nobody.expectAccessible(browser, 'no-role');
  await nobody.button('Log out').press('Enter');
  await nobody.button('Log in').waitFor();
});

it('a log-in of the web client is one of the administration page', async () => {
  const client = await WebClient.open(browser, parley, people.alice);
  await client.page.goto(`${parley.url}/admin/users`);
  await client.page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
});

it('the page leads to the chat, and the settings of the chat lead back, for who has a role', async () => {
  const admin = await AdminPage.open(browser, parley, people.alice);
  await admin.link('Back to the chat').click();
  await admin.page.getByRole('button', { name: 'Settings', exact: true }).click();
  await admin.page.getByRole('dialog').getByRole('link', { name: 'Administration' }).click();
  await admin.heading('Overview').waitFor();
  const client = await WebClient.open(browser, parley, people.carol);
  await client.page.getByRole('button', { name: 'Settings', exact: true }).click();
  await client.page.getByRole('dialog').getByRole('radio').first().waitFor();
  expect(await client.page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
});

it('each part has an address, and the browser goes back and forward', async () => {
  const admin = await AdminPage.open(browser, parley, people.alice, 'users');
  await admin.heading('Users').waitFor();
  await admin.page.getByLabel('Name or e-mail').fill(people.carol.username);
  await admin.button('Find').press('Enter');
  await admin.link(people.carol.username).click();
  await admin.heading(people.carol.username).waitFor();
  await admin.focused(admin.heading(people.carol.username));
  expect(admin.path).toBe(`users/${people.carol.username}`);
  await admin.link('Sessions').click();
  await admin.page.getByRole('region', { name: 'Sessions' }).waitFor();
  await admin.page.goBack();
  await admin.fact('Role').waitFor();
  await admin.page.goBack();
  await admin.userRow(people.carol.username).first().waitFor();
  await expect(admin.page.getByLabel('Name or e-mail').inputValue()).resolves.toBe(people.carol.username);
  await admin.page.goForward();
  await admin.heading(people.carol.username).waitFor();
  await admin.page.reload();
  await admin.heading(people.carol.username).waitFor();
});

it('the keyboard reaches the content without the navigation', async () => {
  const admin = await AdminPage.open(browser, parley, people.alice, 'users');
  await admin.heading('Users').waitFor();
  await admin.page.keyboard.press('Tab');
  await admin.focused(admin.link('Skip to the content'));
  await admin.page.keyboard.press('Enter');
  await admin.page.keyboard.press('Tab');
  await admin.focused(admin.button('New user'));
});

it('a route that the server does not have is named as missing', async () => {
  browser.ignoreError(/status of 404/);
  const admin = await AdminPage.open(browser, parley, people.alice, 'users');
  await admin.page.route('**/api/admin/rooms/*', (route) =>
    route.fulfill({ status: 404, json: { detail: 'Not found.', code: 'not_found' } }),
  );
  await admin.goTo('Rooms');
  await admin.says(/^The server does not have this/);
  await admin.page.unroute('**/api/admin/rooms/*');
  await admin.button('Try again').waitFor();
});
