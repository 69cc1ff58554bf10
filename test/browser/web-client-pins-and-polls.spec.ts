import type { Room } from '@parley/protocol';

import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import type { ChatClient } from '../support/chat-client.js';
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
let room: Room;
let device: ChatClient;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  device = await bob.connect();
  const group = { type: 'GroupChat', name: 'Friends', participants: [alice.id] };
  ({ data: room } = await device.request('room.create', group));
  const admins = { room_id: room.id, action: 'add_admin', data: { users: [alice.id] } };
  await device.request('room.modify', admins);
});
afterEach(async () => {
  await device.close();
  await browser.closeAll();
});

it('a user pins a message, finds it among the pinned ones, and unpins it', async () => {
  const message = await sendMessage(device, room, 'Read this first');
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await client.history.getByText('Read this first').hover();
  await client.page.getByRole('button', { name: 'Pin', exact: true }).click();
  const { data: pinned } = await device.receive('messagepin.dispatch');
  expect(pinned).toMatchObject({ pinned: true, message: { id: message.id } });
  await client.history.getByText('Pinned', { exact: true }).waitFor({ state: 'attached' });
  await client.page.getByRole('button', { name: 'Pinned messages' }).click();
  const dialog = client.page.getByRole('dialog');
  await dialog.getByText('Read this first').waitFor();
  await expect(client.faults()).resolves.toEqual([]);
  await dialog.getByRole('button', { name: 'Unpin' }).click();
  await dialog.getByText('No pinned messages.').waitFor();
  expect((await device.receive('messagepin.dispatch')).data.pinned).toBe(false);
});

it('a user asks, both vote, and the user closes the poll', async () => {
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await client.add('New poll');
  await client.page.getByLabel('Question').fill('Where do we eat?');
  await client.page.getByLabel('Options').fill('Here\nThere');
  await expect(client.faults()).resolves.toEqual([]);
  await client.page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  const { data: asked } = await device.receive('message.dispatch');
  expect(asked).toMatchObject({
    content: 'Where do we eat?',
    poll: { options: [{ text: 'Here' }, { text: 'There' }] },
  });
  const option = client.history.getByRole('button', { name: 'There' });
  const question = client.history.getByText('Where do we eat?', { exact: true });
  // The history may scroll between two measurements.
  await eventually(async () => {
    const [above, below] = [await question.boundingBox(), await option.boundingBox()];
    return above !== null && below !== null && above.y + above.height < below.y;
  });
  await option.click();
  await client.history.locator('.poll-option[aria-pressed="true"]').waitFor();
  await device.request('poll.vote', { message_id: asked.id, options: [1] });
  await client.history.getByRole('button', { name: 'There 2' }).waitFor();
  expect(await client.history.locator('.poll-option[aria-pressed="true"]').count()).toBe(1);
  await expect(client.faults()).resolves.toEqual([]);
  await client.history.getByRole('button', { name: 'Close poll' }).click();
  await client.dialog.getByRole('button', { name: 'Close poll' }).click();
  await client.history.getByText('This poll is closed.').waitFor();
  expect(await option.isDisabled()).toBe(true);
});
