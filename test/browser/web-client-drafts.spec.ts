import type { Locator } from 'playwright-core';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let device: ChatClient;
let phone: WebClient;
let laptop: WebClient;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  const { alice: first, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
  alice = first;
  device = await bob.connect();
  const { data: room } = await device.request('room.create', { type: 'OneToOneChat', participants: [alice.id] });
  await sendMessage(device, room, 'Shall we meet?');
  const carols = await carol.connect();
  const { data: other } = await carols.request('room.create', { type: 'OneToOneChat', participants: [alice.id] });
  await sendMessage(carols, other, 'Good morning');
  await carols.close();
  [phone, laptop] = [await WebClient.open(browser, parley, alice), await WebClient.open(browser, parley, alice)];
});
afterEach(async () => {
  await device.close();
  await browser.closeAll();
});

/** Waits until an input has a text, which may come from another device. */
const hasText = (input: Locator, text: string): Promise<void> =>
  eventually(async () => (await input.inputValue()) === text);

const reply = ({ dialog }: WebClient): Locator => dialog.getByLabel('Reply in thread');

const rowOf = ({ rooms }: WebClient, name: string) => rooms.getByRole('link').filter({ hasText: name });

it('what a user writes on one device is on the others, until it is sent', async () => {
  await phone.enter('bob Tester');
  await phone.composer.fill('On Friday');
  await rowOf(laptop, 'bob Tester').getByText('Draft: On Friday').waitFor();
  await browser.screenshot(laptop.page, 'web-client-drafts');
  await laptop.enter('bob Tester');
  await hasText(laptop.composer, 'On Friday');
  await laptop.composer.fill('On Friday at noon');
  await hasText(phone.composer, 'On Friday at noon');
  await expect(laptop.faults()).resolves.toEqual([]);

  await phone.enter('carol Tester');
  await rowOf(phone, 'bob Tester').getByText('Draft: On Friday at noon').waitFor();
  await laptop.composer.press('Enter');
  await rowOf(phone, 'bob Tester').getByText('You: On Friday at noon').waitFor();
  await phone.enter('bob Tester');
  expect(await phone.composer.inputValue()).toBe('');
  expect(await laptop.composer.inputValue()).toBe('');
});

it('a reply in a thread that is not sent is there again, also after a reload', async () => {
  await phone.enter('bob Tester');
  await phone.act('Shall we meet?', 'Reply in thread');
  await reply(phone).fill('Where?');
  await phone.page.reload();
  await phone.expectText('Shall we meet?');
  for (const client of [phone, laptop]) {
    if (client === laptop) await laptop.enter('bob Tester');
    await client.act('Shall we meet?', 'Reply in thread');
    await hasText(reply(client), 'Where?');
  }
  expect(await phone.composer.inputValue()).toBe('');
});
