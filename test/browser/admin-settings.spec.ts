import sharp from 'sharp';

import { AdminPage } from '../support/admin-page.js';
import { Browser } from '../support/browser.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';
import { smallTargets } from '../support/touch-targets.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let channelId: string;

beforeAll(async () => {
  [parley, browser] = await Promise.all([Service.start({ INVITES: 'moderators' }), Browser.shared()]);
  ({ alice } = await users(parley, 'alice'));
  await parley.parley('users', 'set-role', alice.username, 'admin');
  const device = await alice.connect();
  const { data } = await device.request('room.create', { type: 'Channel', name: 'Town square' });
  channelId = data.id;
  await device.close();
});
afterEach(() => browser.closeAll());
afterAll(() => parley.stop());

it('an administrator changes a text, a choice, a number and rooms, and unsets one', async () => {
  browser.ignoreError(/status of 400/);
  const admin = await AdminPage.open(browser, parley, alice, 'settings');
  await admin.heading('Settings').waitFor();
  const change = async (label: string): Promise<void> => {
    await admin.button(`Change ${label}`).press('Enter');
    await admin.dialog.waitFor();
  };
  await change('Name');
  await admin.dialog.getByLabel('Name').fill('Chat of Example');
  await admin.confirm('Save');
  const name = admin.row('Chat of Example');
  await name.getByText('Stored').waitFor();
  await name.getByRole('link', { name: alice.username }).waitFor();
  await admin.page.locator('.side-name').getByText('Chat of Example').waitFor();

  await change('Directory of users');
  await admin.dialog.getByLabel('Directory of users').selectOption('Everyone');
  await admin.confirm('Save');
  await admin.row('Directory of users').getByText('Everyone').waitFor();

  await change('Most members of a group');
  await admin.dialog.getByLabel('Most members of a group').fill('0');
  await admin.dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await admin.dialog.getByText(/whole number/).waitFor();
  await browser.screenshot(admin.page, 'admin-settings-refused');
  await admin.dialog.getByLabel('Most members of a group').fill('70');
  await admin.confirm('Save');
  await admin.row('Most members of a group').getByText('70', { exact: true }).waitFor();

  await change('Channels of new users');
  await admin.dialog.getByLabel('Channels of new users').fill('Town');
  await admin.dialog.getByRole('button', { name: /^Town square/ }).click();
  await browser.screenshot(admin.page, 'admin-settings-rooms');
  expect(await admin.faults()).toEqual([]);
  await admin.confirm('Save');
  await admin.row('Channels of new users').getByRole('link', { name: 'Town square' }).waitFor();
  await expect(parley.parley('settings', 'get', 'default_rooms')).resolves.toMatchObject({ value: [channelId] });

  await admin.expectAccessible(browser, 'settings');
  await admin.button('Use the default of Most members of a group').press('Enter');
  await admin.row('Most members of a group').getByText('Default').waitFor();
  await admin.row('Most members of a group').getByText('100', { exact: true }).waitFor();
});

it('an administrator chooses a logo, which the head and the log-in show, and removes it', async () => {
  browser.ignoreError(/status of 4\d\d/);
  const admin = await AdminPage.open(browser, parley, alice, 'settings');
  const picture = sharp({ create: { width: 900, height: 300, channels: 3, background: '#884422' } });
  const choose = (name: string, mimeType: string, buffer: Buffer): Promise<void> =>
    admin.page.getByLabel('Choose a picture').setInputFiles({ name, mimeType, buffer });
  await choose('logo.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await admin
    .row('Logo')
    .getByRole('alert')
    .getByText(/not allowed/)
    .waitFor();
  await choose('logo.png', 'image/png', await picture.png().toBuffer());
  await admin.page.locator('.side-logo').waitFor();
  await admin.page.getByRole('img', { name: 'Logo' }).waitFor();
  await admin.expectAccessible(browser, 'settings-logo');
  const guest = await AdminPage.visit(browser, parley);
  await guest.page.locator('.log-in-mark[src*="/api/files/"]').waitFor();
  await browser.screenshot(guest.page, 'admin-log-in-logo');
  await admin.button('Use the default of Logo').press('Enter');
  await admin.page.locator('.side-logo').waitFor({ state: 'detached' });
});

it('a setting of the environment names its variable, and has no form', async () => {
  const admin = await AdminPage.open(browser, parley, alice, 'settings');
  const row = admin.row('Fixed by the environment: change INVITES');
  await row.getByText('Moderators').waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
});

it('the settings fit on a phone', async () => {
  const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
  const admin = await AdminPage.open(browser, parley, alice, 'settings', phone);
  await admin.row('Preset').first().waitFor();
  await browser.screenshot(admin.page, 'admin-settings-phone');
  expect(await admin.overflows()).toEqual([]);
  await admin.button('Change Channels of new users').tap();
  await admin.dialog.waitFor();
  await admin.dialog.getByRole('button', { name: 'Remove Town square' }).tap();
  await admin.dialog.getByLabel('Channels of new users').fill('Town');
  await admin.dialog.getByRole('button', { name: /^Town square/ }).tap();
  await admin.dialog.getByRole('button', { name: 'Remove Town square' }).waitFor();
  await browser.screenshot(admin.page, 'admin-settings-rooms-phone');
  expect(await smallTargets(admin.page, 'dialog[open]')).toEqual([]);
});
