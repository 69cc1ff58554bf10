import type { Locator } from 'playwright-core';

import { Browser } from '../support/browser.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { smallTargets } from '../support/touch-targets.js';
import { WebClient } from '../support/web-client.js';

const PHONE = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };

let closed: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;

beforeAll(async () => {
  [closed, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, bob, carol } = await users(closed, 'alice', 'bob', 'carol'));
  const device = await bob.connect();
  await device.request('user.update', { first_name: 'Zebulon', last_name: 'Quist' });
  await device.request('room.create', { type: 'GroupChat', name: 'Crew', participants: [alice.id, carol.id] });
  await device.close();
});
afterEach(() => browser.closeAll());

const options = ({ page }: WebClient): Locator => page.getByRole('option');
const chips = ({ page }: WebClient): Locator =>
  page.getByRole('list', { name: 'Selected users' }).getByRole('listitem');

it('somebody of the own rooms is suggested from the first letter, also without a directory', async () => {
  const client = await WebClient.open(browser, closed, alice);
  await client.button('New conversation').click();
  const field = client.dialog.getByRole('combobox', { name: 'Name or user name' });
  await client.focused(field);
  await field.pressSequentially('q');
  await options(client).getByText('Zebulon Quist').waitFor();
  expect(await field.getAttribute('aria-expanded')).toBe('true');
  const active = await options(client).first().getAttribute('id');
  expect(await field.getAttribute('aria-activedescendant')).toBe(active);
  await client.expectAccessible(browser, 'web-client-people-picker');
  await field.press('Escape');
  await options(client).first().waitFor({ state: 'detached' });
  await field.press('ArrowDown');
  await field.press('Enter');
  await chips(client).getByText('Zebulon Quist').waitFor();
  await client.focused(field);
  await field.press('Enter');
  await client.page.getByRole('heading', { name: 'Zebulon Quist', level: 1 }).waitFor();
});

it('pasted user names make several people, whom Backspace and their buttons take away', async () => {
  const { dave } = await users(closed, 'dave');
  const client = await WebClient.open(browser, closed, alice);
  await client.button('New conversation').click();
  await client.dialog.getByText('Group', { exact: true }).click();
  const field = client.dialog.getByRole('combobox', { name: 'Members' });
  await field.focus();
  const names = `${bob.username}, ${carol.username} ${dave.username}`;
  await client.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(names)})`);
  await field.press('Control+V');
  await expect.poll(() => chips(client).count()).toBe(3);
  await client.expectAccessible(browser, 'web-client-people-chips');
  await field.press('Backspace');
  await chips(client).getByText(`@${dave.username}`).waitFor({ state: 'detached' });
  await client.dialog.getByRole('button', { name: 'Remove carol Tester' }).click();
  await expect.poll(() => chips(client).count()).toBe(1);
  await client.focused(field);
  // A click beside the dialog loses nobody.
  await client.page.mouse.click(5, 5);
  await chips(client).getByText('Zebulon Quist').waitFor();
});

it('a member is added by a suggestion, and members are not suggested', async () => {
  const { dave } = await users(closed, 'dave');
  const device = await dave.connect();
  await device.request('room.create', { type: 'GroupChat', name: 'Others', participants: [alice.id] });
  await device.request('room.create', { type: 'GroupChat', name: 'Third', participants: [alice.id, bob.id] });
  const other = await alice.connect();
  await other.request('room.create', { type: 'GroupChat', name: 'Own', participants: [bob.id] });
  await other.close();
  await device.close();
  const client = await WebClient.open(browser, closed, alice);
  await client.enter('Own');
  await client.button('Room settings').click();
  const field = client.dialog.getByRole('combobox', { name: 'Add a member' });
  await field.fill('zeb');
  await client.dialog.getByText('No user found.').waitFor();
  await field.fill(dave.username.slice(0, 3));
  await options(client).getByText(`@${dave.username}`).click();
  await client.dialog.getByRole('button', { name: 'Add to room' }).click();
  await client.dialog.getByRole('heading', { name: 'Members (3)' }).waitFor();
});

it('a message is forwarded to a person, with whom there was no conversation', async () => {
  const client = await WebClient.open(browser, closed, alice);
  await client.enter('Crew');
  await client.send('Have a look');
  await client.expectText('Have a look');
  await client.act('Have a look', 'Forward');
  await client.dialog.getByRole('combobox', { name: 'People' }).fill('Zeb');
  await options(client).getByText('Zebulon Quist').click();
  await client.dialog.getByRole('button', { name: 'Forward', exact: true }).click();
  await client.page.getByRole('heading', { name: 'Zebulon Quist', level: 1 }).waitFor();
  await client.history.getByText('Have a look').waitFor();
});

it('a search suggests senders of all rooms of the user', async () => {
  const client = await WebClient.open(browser, closed, alice);
  await client.button('Search messages').click();
  await client.dialog.getByRole('searchbox').pressSequentially('from:quis');
  await options(client).getByText('Zebulon Quist').waitFor();
});

it('an open directory suggests people whom the user does not know', async () => {
  const open = await sharedService('openDirectories');
  const people = await users(open, 'alice', 'erin');
  const client = await WebClient.open(browser, open, people.alice, PHONE);
  await client.button('New conversation').tap();
  await client.dialog.getByText('Type the beginning of a name.').waitFor();
  await client.dialog.getByRole('combobox').fill(people.erin.username);
  await options(client).getByText(`@${people.erin.username}`, { exact: true }).waitFor();
  await client.page.evaluate("document.documentElement.dir = 'rtl'");
  await browser.screenshot(client.page, 'web-client-people-picker-phone');
  expect(await client.overflows()).toEqual([]);
  await options(client).getByText(`@${people.erin.username}`, { exact: true }).tap();
  await chips(client).first().waitFor();
  expect(await smallTargets(client.page, '.dialog')).toEqual([]);
  await browser.screenshot(client.page, 'web-client-people-chip-phone');
});
