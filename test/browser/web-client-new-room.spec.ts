import type { Locator } from 'playwright-core';

import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { manyUsers, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;
let page: WebClient;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  page = await WebClient.open(browser, parley, alice);
});
afterEach(() => browser.closeAll());

/** Opens the form for a new group. */
async function newGroup(name: string): Promise<Locator> {
  await page.button('New conversation').click();
  await page.dialog.getByText('Group', { exact: true }).click();
  await page.dialog.getByLabel('Name', { exact: true }).fill(name);
  return page.dialog;
}

it('a member whose name is typed, and not looked up yet, is in the new group', async () => {
  const dialog = await newGroup('Team');
  await dialog.getByLabel('Members').fill(bob.username);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  await page.page.getByText('2 members').waitFor();
});

it('a typed name that does not exist keeps the form open, until it is corrected', async () => {
  const dialog = await newGroup('Team');
  await dialog.getByLabel('Members').fill(`${bob.username}x`);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('alert').getByText(`There is no user with the name “${bob.username}x”.`).waitFor();
  expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Team');
  await dialog.getByLabel('Members').fill(bob.username);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.page.getByText('2 members').waitFor();
});

it('a user is added to a room by the typed name', async () => {
  await (await newGroup('Team')).getByRole('button', { name: 'Create' }).click();
  await page.page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  await page.button('Room settings').click();
  await page.dialog.getByLabel('Add a member').fill('nobody-here');
  await page.dialog.getByRole('button', { name: 'Add to room' }).click();
  await page.dialog.getByRole('alert').getByText('There is no user with the name “nobody-here”.').waitFor();
  await page.dialog.getByLabel('Add a member').fill(bob.username);
  await page.dialog.getByRole('button', { name: 'Add to room' }).click();
  await page.dialog.getByRole('heading', { name: 'Members (2)' }).waitFor();
});

it('a name that fills its field says so before it is sent', async () => {
  const dialog = await newGroup('x'.repeat(57));
  const field = dialog.getByLabel('Name', { exact: true });
  await expect(dialog.getByText(/characters? left/).count()).resolves.toBe(0);
  await field.fill('x'.repeat(62));
  await dialog.getByText('2 characters left.').waitFor();
  await field.fill('');
  await field.pressSequentially('Names of rooms end at sixty-four letters, and no letter is beyond.');
  await dialog.getByText('0 characters left.').waitFor();
  await expect(page.faults()).resolves.toEqual([]);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.page.getByRole('heading', { level: 1, name: /^Names of rooms/ }).waitFor();
});

it('a description has several lines, in a field that grows with it', async () => {
  const dialog = await newGroup('Team');
  const field = dialog.getByLabel('Description');
  const height = async (): Promise<number> => (await field.boundingBox())!.height;
  const before = await height();
  const text = 'We read.\nWe talk.\nWe eat.\nWe sing.\nWe sleep.';
  await field.fill(text);
  await eventually(async () => (await height()) > before * 1.5);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.button('Room settings').click();
  expect(await field.inputValue()).toBe(text);
  await eventually(async () => (await height()) > before * 1.5);
  await browser.screenshot(page.page, 'web-client-description');
});

it('the name is typed at once, several members are named together, and a click outside loses nothing', async () => {
  const { carol } = await users(parley, 'carol');
  await page.button('New conversation').click();
  await page.focused(page.dialog.getByLabel('User name'));
  await page.dialog.getByText('Channel', { exact: true }).click();
  await page.dialog.getByText('People find it and join it, and leave it as they like.').waitFor();
  await page.dialog.getByText('Group', { exact: true }).click();
  await page.dialog.getByText('All members read and write.').waitFor();
  await page.dialog.getByLabel('Name', { exact: true }).fill('Team');
  await page.dialog.getByLabel('Members').fill(`${bob.username}, ${carol.username} nobody-here`);
  await page.page.mouse.click(5, 5);
  await page.dialog.getByRole('button', { name: 'Create' }).click();
  await page.dialog.getByRole('alert').getByText('There is no user with the name “nobody-here”.').waitFor();
  expect(await page.dialog.getByLabel('Members').inputValue()).toBe('nobody-here');
  await browser.screenshot(page.page, 'web-client-new-group');
  await page.dialog.getByLabel('Members').fill('');
  await page.dialog.getByRole('button', { name: 'Create' }).click();
  await page.page.getByText('3 members').waitFor();
});

it('the name of a room leads to its members, who can be searched, and shows who is online', async () => {
  const others = await manyUsers(parley, 6);
  const device = await bob.connect();
  const participants = [alice, ...others].map(({ id }) => id);
  await device.request('room.create', { type: 'GroupChat', name: 'Everybody', participants });
  await page.enter('Everybody');
  await page.button('Everybody').click();
  const members = page.dialog.getByRole('region', { name: 'Members' });
  await members.getByRole('heading', { name: 'Members (8)' }).waitFor();
  const row = (name: string) => members.getByRole('listitem').filter({ hasText: `@${name}` });
  await row(bob.username).getByText('Online').waitFor();
  await page.expectAccessible(browser, 'web-client-members');
  await members.getByLabel('Find a member').fill(bob.username);
  await row(alice.username).waitFor({ state: 'detached' });
  await row(bob.username).waitFor();
  await members.getByLabel('Find a member').fill('');
  await members.getByText('Leaders', { exact: true }).click();
  await row(alice.username).waitFor({ state: 'detached' });
  await row(bob.username).waitFor();
  await device.close();
});
