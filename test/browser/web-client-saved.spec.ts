import { Browser } from '../support/browser.js';
import { sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

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

it('a user saves a message on one device and finds it on another, with a reminder', async () => {
  const device = await bob.connect();
  const { data: room } = await device.request('room.create', { type: 'OneToOneChat', participants: [alice.id] });
  await sendMessage(device, room, 'The key is under the mat');
  const [phone, laptop] = [await WebClient.open(browser, parley, alice), await WebClient.open(browser, parley, alice)];
  await phone.rooms.getByText('bob Tester').click();
  await phone.act('The key is under the mat', 'Save for later');
  await phone.message('The key is under the mat').getByRole('button', { name: 'Remove from saved' }).waitFor();
  await phone.message('The key is under the mat').getByTitle('Saved', { exact: true }).waitFor();

  await laptop.button('Saved').click();
  await laptop.dialog.getByText('The key is under the mat').waitFor();
  await laptop.dialog.getByLabel('Reminder').selectOption('Tomorrow at 09:00');
  await laptop.dialog.getByRole('option', { name: /09:00/ }).first().waitFor({ state: 'attached' });
  await expect(laptop.faults()).resolves.toEqual([]);
  await browser.screenshot(laptop.page, 'web-client-saved');
  await laptop.dialog.getByText('The key is under the mat').click();
  await laptop.page.getByRole('heading', { name: 'bob Tester', level: 1 }).waitFor();

  await phone.button('Saved').click();
  await phone.dialog.getByRole('button', { name: 'Remove from saved' }).click();
  await phone.dialog.getByText('No saved messages.').waitFor();
  await device.close();
});

it('a reminder is shown when it is due, once', async () => {
  const device = await alice.connect();
  const { data: room } = await device.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
  const sent = await sendMessage(device, room, 'Feed the cat');
  const alices = await WebClient.open(browser, parley, alice);
  const remind_at = new Date(Date.now() + 5_000).toISOString();
  await device.request('message.save', { message_id: sent.id, saved: true, remind_at });
  await alices.page.getByText('Reminder: Feed the cat').waitFor();
  await device.receive('notification.dispatch');
  await alices.page.reload();
  await alices.isIn();
  await expect(alices.page.getByText('Reminder: Feed the cat').count()).resolves.toBe(0);
  await device.close();
});
