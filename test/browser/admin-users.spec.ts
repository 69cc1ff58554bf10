import { readFileSync } from 'node:fs';

import type { Locator } from 'playwright-core';

import { AdminPage } from '../support/admin-page.js';
import { Administration } from '../support/administration.js';
import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

interface Sessions {
  readonly sessions: readonly { readonly connections: readonly object[] }[];
}

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  await parley.parley('users', 'set-role', alice.username, 'admin');
  await parley.parley('users', 'set-role', bob.username, 'moderator');
});
afterEach(() => browser.closeAll());

/** The document that an action saves. */
async function saved(admin: AdminPage, act: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([admin.page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

it('an administrator finds users by name, role and state, in an order that stays', async () => {
  const admin = await AdminPage.open(browser, parley, alice, 'users');
  const head = (name: string): Locator => admin.page.getByRole('columnheader', { name });
  await admin.button('Last active').press('Enter');
  expect(admin.path).toBe('users?sort=last_activity&order=desc');
  await head('Last active').and(admin.page.locator('[aria-sort="descending"]')).waitFor();
  await admin.button('Last active').press('Enter');
  await head('Last active').and(admin.page.locator('[aria-sort="ascending"]')).waitFor();
  await admin.focused(admin.button('Last active'));
  await admin.page.getByLabel('Name or e-mail').fill(bob.username.slice(1));
  await admin.page.getByLabel('Role', { exact: true }).selectOption('Moderator');
  await admin.button('Find').press('Enter');
  await admin.userRow(bob.username).first().waitFor();
  expect(admin.path).toBe(`users?query=${bob.username.slice(1)}&role=moderator&sort=last_activity&order=asc`);
  await admin.says(/users: .* active/);
  await admin.expectAccessible(browser, 'users');
  await admin.page.getByLabel('State').selectOption('Deactivated');
  await admin.button('Find').press('Enter');
  await admin.says('There are no such users.');
});

it('the list has more users on demand, and the browser keeps the choice of columns', async () => {
  const admin = await AdminPage.open(browser, parley, alice, 'users');
  await admin.button('Load more').waitFor();
  const rows = admin.userRow('');
  const before = await rows.count();
  await admin.button('Load more').click();
  await rows.nth(before).waitFor();
  const email = admin.page.getByRole('columnheader', { name: 'E-mail address' });
  await email.waitFor();
  await admin.button('Columns').press('Enter');
  await admin.page.getByRole('dialog').getByLabel('E-mail address').uncheck();
  await admin.page.keyboard.press('Escape');
  await email.waitFor({ state: 'detached' });
  await admin.focused(admin.button('Columns'));
  await admin.load('users');
  await rows.first().waitFor();
  expect(await email.count()).toBe(0);
});

it('an administrator acts on several users, and reads on whom it failed', async () => {
  browser.ignoreError(/status of 409/);
  const { carol } = await users(parley, 'carol');
  const { data: room } = await (
    await carol.connect()
  ).request('room.create', { type: 'GroupChat', name: 'Hall of all' });
  const mark = `several${String(carol.id)}`;
  const routes = Administration.as(parley, alice);
  for (const end of ['-a', '-b', '-c']) await routes.expect(routes.post('users/', { username: mark + end }));
  await routes.expect(routes.post(`users/${mark}-c/role/`, { role: 'moderator' }));
  const admin = await AdminPage.open(browser, parley, alice, `users?query=${mark}`);
  await admin.userRow(`${mark}-c`).waitFor();
  await admin.page.getByLabel('Select all').check();
  await admin.says('3 users are selected.');
  await admin.button('Make a guest').press('Enter');
  await admin.confirm('Make a guest');
  await admin.page
    .getByRole('alert')
    .filter({ hasText: `${mark}-c: ` })
    .waitFor();
  for (const end of ['-a', '-b'])
    await admin
      .userRow(mark + end)
      .getByText('Guest')
      .waitFor();
  await admin.says('1 user is selected.');
  await admin.expectAccessible(browser, 'users-selected');
  await admin.button('Add to a room').press('Enter');
  await admin.dialog.getByRole('textbox', { name: 'Room' }).fill(room.id);
  await admin.dialog.getByText('Hall of all').waitFor();
  await admin.confirm('Add to a room');
  await admin.userRow(`${mark}-c`).getByText('Moderator').click();
  await admin.heading(`${mark}-c`).waitFor();
  await admin.link('Rooms').last().click();
  await admin.row('Hall of all').waitFor();
});

it('an administrator creates a user, reads why a name is refused, and sets the role', async () => {
  browser.ignoreError(/status of 4(00|09)/);
  const admin = await AdminPage.open(browser, parley, alice, 'users');
  const username = `made-in-page-${String(alice.id)}`;
  await admin.button('New user').press('Enter');
  await admin.dialog.getByRole('textbox', { name: 'User name' }).fill(username);
  await admin.dialog.getByRole('textbox', { name: 'Password' }).fill('12345678');
  await admin.dialog.getByRole('button', { name: 'Create' }).click();
  await admin.dialog.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor();
  await admin.expectAccessible(browser, 'new-user');
  await admin.dialog.getByRole('textbox', { name: 'Password' }).fill('correct horse battery staple');
  await admin.dialog.getByLabel('First name').fill('Made');
  await admin.confirm('Create');
  await admin.heading(username).waitFor();
  await admin.button('Set role').press('Enter');
  await admin.dialog.getByLabel('Role').selectOption('Moderator');
  await admin.confirm('Set role');
  await admin.fact('Role').filter({ hasText: 'Moderator' }).waitFor();
  await admin.expectAccessible(browser, 'user');
});

it('a moderator deactivates a user, and the focus stays in the page', async () => {
  const { carol } = await users(parley, 'carol');
  const phone = await carol.connect();
  const moderator = await AdminPage.open(browser, parley, bob, `users/${carol.username}`);
  await moderator.fact('Role').waitFor();
  expect(await moderator.button('Set password').count()).toBe(0);
  await moderator.button('Deactivate').press('Enter');
  await moderator.says('The user cannot log in, and open connections are closed');
  await moderator.confirm('Deactivate');
  await phone.closed();
  await moderator.button('Activate').waitFor();
  await moderator.focused(moderator.page.locator('main :focus'));
  await moderator.button('Activate').press('Enter');
  await moderator.confirm('Activate');
  await moderator.button('Deactivate').waitFor();
});

it('a moderator has no acts on an administrator', async () => {
  const moderator = await AdminPage.open(browser, parley, bob, `users/${alice.username}`);
  await moderator.fact('Role').filter({ hasText: 'Administrator' }).waitFor();
  expect(await moderator.page.getByRole('region', { name: 'Acts' }).count()).toBe(0);
});

it('a moderator sees the sessions of a user, and closes the connections', async () => {
  const { dave } = await users(parley, 'dave');
  const phone = await dave.connect();
  const routes = Administration.as(parley, bob);
  await eventually(async () => {
    const { body } = await routes.get<Sessions>(`users/${dave.username}/sessions/`);
    return body.sessions.some(({ connections }) => connections.length > 0);
  });
  const moderator = await AdminPage.open(browser, parley, bob, `users/${dave.username}/sessions`);
  await moderator.fact('Open connections').filter({ hasText: '1' }).first().waitFor();
  await moderator.expectAccessible(browser, 'sessions');
  await moderator.button('Close connections').press('Enter');
  await moderator.confirm('Close connections');
  await moderator.says('1 connection is closed.');
  await phone.closed();
});

it('an administrator exports the data of a user, and erases the user with a receipt', async () => {
  const { erin } = await users(parley, 'erin');
  const admin = await AdminPage.open(browser, parley, alice, `users/${erin.username}`);
  const exported = await saved(admin, () => admin.button('Export data').press('Enter'));
  expect(exported.name).toBe(`${erin.username}.json`);
  expect(JSON.parse(exported.text)).toMatchObject({ account: { username: erin.username } });

  await admin.button('Erase user').press('Enter');
  const erase = admin.dialog.getByRole('button', { name: 'Erase user' });
  await admin.dialog.getByText('Rooms that continue').waitFor();
  expect(await erase.isEnabled()).toBe(false);
  await admin.expectAccessible(browser, 'erase');
  await admin.dialog.getByLabel(`Type ${erin.username} to confirm`).fill(erin.username);
  await erase.press('Enter');
  await admin.heading(`${erin.username} is erased`).waitFor();
  await admin.expectAccessible(browser, 'receipt');
  const receipt = await saved(admin, () => admin.button('Save receipt').press('Enter'));
  expect(JSON.parse(receipt.text)).toMatchObject({ user_id: erin.id, username: erin.username });
});

it('a user who does not exist is named as missing', async () => {
  browser.ignoreError(/status of 404/);
  const admin = await AdminPage.open(browser, parley, alice, 'users/nobody-of-this-name');
  await admin.says(/nobody-of-this-name/);
  await admin.button('Try again').waitFor();
});

it('an administrator renames a user, and makes a link for people who come in', async () => {
  browser.ignoreError(/status of 409/);
  const { frank } = await users(parley, 'frank');
  const admin = await AdminPage.open(browser, parley, alice, `users/${frank.username}`);
  await admin.button('Rename').press('Enter');
  await admin.dialog.getByLabel('User name', { exact: true }).fill(bob.username);
  await admin.dialog.getByRole('button', { name: 'Rename' }).press('Enter');
  await admin.dialog.getByText(/is taken/).waitFor();
  await admin.dialog.getByLabel('User name', { exact: true }).fill(`${frank.username}.new`);
  await admin.confirm('Rename');
  await admin.heading(`${frank.username}.new`).waitFor();
  await admin.goTo('Users');
  await admin.button('Invite').press('Enter');
  await admin.dialog.getByLabel('How many people').fill('5');
  await admin.dialog.getByRole('button', { name: 'Make link' }).press('Enter');
  await admin.dialog
    .locator('.secret')
    .getByText(/\/invite#/)
    .waitFor();
  await admin.expectAccessible(browser, 'invitation');
});

it('an administrator makes a user a guest, and a member again', async () => {
  const { carol } = await users(parley, 'carol');
  const admin = await AdminPage.open(browser, parley, alice, `users/${carol.username}`);
  await admin.button('Make a guest').press('Enter');
  await admin.dialog.getByRole('button', { name: 'Make a guest' }).press('Enter');
  await admin.fact('Kind').getByText('Guest').waitFor();
  await admin.expectAccessible(browser, 'user-guest');
  await admin.button('Make a member').press('Enter');
  await admin.dialog.getByRole('button', { name: 'Make a member' }).press('Enter');
  await admin.fact('Kind').getByText('Member').waitFor();
});
