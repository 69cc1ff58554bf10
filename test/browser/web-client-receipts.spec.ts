import type { Room } from '@parley/protocol';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let devices: ChatClient[];
let room: Room;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  const { bob, carol, ...others } = await users(parley, 'alice', 'bob', 'carol');
  ({ alice } = others);
  devices = await Promise.all([bob, carol].map((user) => user.connect()));
  const group = { type: 'GroupChat', name: 'Friends', participants: [alice.id, carol.id] };
  ({ data: room } = await devices[0]!.request('room.create', group));
});
afterEach(async () => {
  await Promise.all(devices.map((device) => device.close()));
  await browser.closeAll();
});

it('ticks are those of a read message when all have read it, and name the readers', async () => {
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await client.send('Who reads this?');
  const message = client.message('Who reads this?');
  await message.getByRole('button', { name: 'Sent' }).waitFor();
  const [bob, carol] = devices as [ChatClient, ChatClient];
  const { data: sent } = await bob.receive('message.dispatch');
  const everything = { room_id: room.id, up_to_seq: sent.seq };

  await bob.request('message.read', everything);
  await message.getByRole('button', { name: 'Read by 1 of 2' }).click();
  await client.dialog.getByRole('region', { name: 'Read by' }).getByText('bob Tester').waitFor();
  await client.dialog.getByRole('region', { name: 'Not delivered yet' }).getByText('carol Tester').waitFor();
  expect(await client.faults()).toEqual([]);
  await client.page.keyboard.press('Escape');
  expect(await message.locator('.receipt.is-read').count()).toBe(0);

  await carol.request('message.read', everything);
  await message.locator('.receipt.is-read').waitFor();
  // With the keyboard.
  await message.focus();
  await client.page.keyboard.press('Tab');
  await message.getByRole('button', { name: 'Read by all' }).press('Enter');
  await client.dialog.getByRole('region', { name: 'Read by' }).getByText('carol Tester').waitFor();
});
