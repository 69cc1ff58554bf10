import { Browser } from '../support/browser.js';
import { sendMessage } from '../support/messaging.js';
import { keepLogIn } from '../support/page-log-in.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { smallTargets } from '../support/touch-targets.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService('everyPart'), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
});
afterEach(() => browser.closeAll());

it('a user finds a person by the beginning of a name, looks at the profile and writes', async () => {
  const device = await bob.connect();
  await device.request('user.update', { first_name: 'Zebulon', status: { text: 'At sea', emoji: '⛵' } });
  const alices = await WebClient.open(browser, parley, alice);
  await alices.button('Directory').click();
  await alices.dialog.getByLabel('Name of a user').fill('zebul');
  await alices.dialog.getByText('Zebulon Tester').waitFor();
  await expect(alices.faults()).resolves.toEqual([]);
  await browser.screenshot(alices.page, 'web-client-directory');
  await alices.dialog.getByText('Zebulon Tester').click();
  const profile = alices.page.getByRole('dialog', { name: 'Profile' });
  await profile.getByText('⛵ At sea').waitFor();
  await expect(alices.faults()).resolves.toEqual([]);
  await browser.screenshot(alices.page, 'web-client-profile');
  await profile.getByRole('button', { name: 'Message' }).click();
  await alices.page.getByRole('heading', { name: 'Zebulon Tester', level: 1 }).waitFor();
  await expect(alices.dialog.count()).resolves.toBe(0);
  await device.receive('roomcreate.dispatch');
  await device.close();
});

it('a user lists the public channels and joins one', async () => {
  const device = await bob.connect();
  await device.request('room.create', {
    type: 'Channel',
    name: 'Aardvark news',
    description: 'Of the day',
    extra_fields: { is_public: true },
  });
  const alices = await WebClient.open(browser, parley, alice);
  await alices.button('Directory').click();
  await alices.dialog.getByText('Channels', { exact: true }).click();
  await alices.dialog.getByText('Aardvark news').waitFor();
  await alices.dialog.getByLabel('Name of a channel').fill('aardv');
  await expect(alices.faults()).resolves.toEqual([]);
  await alices.dialog.getByText('Of the day').click();
  await alices.button('Join').click();
  await alices.page.getByRole('heading', { name: 'Aardvark news', level: 1 }).waitFor();
  await device.receive('roomaddmembers.dispatch');
  await device.close();
});

it('a member opens the profile of another from the list of members', async () => {
  const device = await bob.connect();
  await device.request('room.create', { type: 'GroupChat', name: 'Crew', participants: [alice.id] });
  const alices = await WebClient.open(browser, parley, alice);
  await alices.rooms.getByText('Crew').click();
  await alices.button('Room settings').click();
  await alices.dialog.getByRole('button', { name: 'bob Tester', exact: true }).click();
  const profile = alices.page.getByRole('dialog', { name: 'Profile' });
  await profile.getByText(`@${bob.username}`).waitFor();
  await profile.getByRole('button', { name: 'Close' }).last().click();
  await expect(profile.count()).resolves.toBe(0);
  await device.close();
});

it('a profile that is opened from a message looks as one that is opened elsewhere', async () => {
  const device = await bob.connect();
  const { data: room } = await device.request('room.create', {
    type: 'GroupChat',
    name: 'Crew',
    participants: [alice.id],
  });
  await sendMessage(device, room, 'Who am I?');
  const alices = await WebClient.open(browser, parley, alice);
  await alices.rooms.getByText('Crew').click();
  await alices.message('Who am I?').getByRole('button', { name: 'bob Tester' }).click();
  const profile = alices.page.getByRole('dialog', { name: 'Profile' });
  const { width, height } = (await profile.locator('.avatar').boundingBox()) ?? {};
  expect({ width, height }).toEqual({ width: 64, height: 64 });
  const weight = await alices.page.evaluate("getComputedStyle(document.querySelector('.person')).fontWeight");
  expect(weight).toBe('400');
  await device.close();
});

it('a deployment without a directory of channels says so', async () => {
  const closed = await sharedService();
  const { carol } = await users(closed, 'carol');
  const carols = await WebClient.open(browser, closed, carol);
  await carols.button('Directory').click();
  await carols.dialog.getByText('Channels', { exact: true }).click();
  await carols.dialog.getByText('The channels are not listed here. Open a channel by its link.').waitFor();
});

it('the channels are one click from the list, and joining one is another', async () => {
  const device = await bob.connect();
  await device.request('room.create', {
    type: 'Channel',
    name: 'Bees and wasps',
    extra_fields: { is_public: true, posting: 'everyone' },
  });
  const alices = await WebClient.open(browser, parley, alice);
  await alices.button('Channels').click();
  await alices.dialog.getByText('Bees and wasps').waitFor();
  await alices.expectAccessible(browser, 'web-client-channels');
  await alices.dialog.getByRole('button', { name: 'Join Bees and wasps' }).click();
  await alices.page.getByRole('heading', { name: 'Bees and wasps', level: 1 }).waitFor();
  await alices.composer.waitFor();
  await expect(alices.dialog.count()).resolves.toBe(0);
  await device.close();
});

it.each([
  ['en', 375],
  ['ar', 320],
])('who has no conversation yet is offered first steps, in %s on %i pixels', async (locale, width) => {
  const options = { viewport: { width, height: 640 }, isMobile: true, hasTouch: true, locale };
  const alices = await WebClient.visit(browser, parley, options, (context) => keepLogIn(context, parley, alice));
  const steps = alices.page.locator('.first-steps').getByRole('button');
  await alices.page.locator('.sidebar-channels').waitFor();
  await expect.poll(() => steps.count()).toBe(4);
  await alices.expectAccessible(browser, `web-client-first-steps-${locale}`);
  expect(await alices.overflows()).toEqual([]);
  expect(await smallTargets(alices.page, '.sidebar')).toEqual([]);
  await steps.nth(2).tap();
  await alices.dialog.locator('.directory-channel').first().waitFor();
});

it('first steps are only those that the deployment permits', async () => {
  const closed = await sharedService();
  const { carol } = await users(closed, 'carol');
  const carols = await WebClient.open(browser, closed, carol);
  await carols.button('Find people').waitFor();
  await expect(carols.button('Browse channels').count()).resolves.toBe(0);
  await expect(carols.button('Channels').count()).resolves.toBe(0);
  await carols.button('Set a picture').click();
  await carols.page.getByRole('dialog', { name: 'Settings' }).waitFor();
});
