import type { GroupChat } from '@parley/protocol';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { newFriends } from '../support/friends.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let device: ChatClient;
let room: GroupChat;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, device, room } = await newFriends(parley));
});
afterEach(async () => {
  await device.close();
  await browser.closeAll();
});

it('a text near the maximum shows what is left, and one beyond it cannot be sent', async () => {
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await client.composer.fill('x'.repeat(9_990));
  await client.page.getByText('10 characters left.').waitFor();
  await client.composer.fill('x'.repeat(12_000));
  await client.page.getByText('Too long to send: 2,000 characters too many.').waitFor();
  expect(await client.button('Send').isDisabled()).toBe(true);
  expect(await client.faults()).toEqual([]);
  await client.composer.press('Enter');
  expect(await client.composer.inputValue()).toHaveLength(12_000);
  await client.composer.fill('x'.repeat(100));
  await client.page.getByText('Too long to send').waitFor({ state: 'detached' });
  await client.composer.press('Enter');
  expect((await device.receive('message.dispatch')).data.content).toHaveLength(100);
});

it('a refused message goes back into the input, without the reply that it cannot be any more', async () => {
  const { data: question } = await device.request('message.send', { room_id: room.id, content: 'Who answers?' });
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await client.act('Who answers?', 'Reply');
  await device.request('message.modify', { room_id: room.id, action: 'delete', message_id: [question.id] });
  await client.message('Who answers?').waitFor({ state: 'detached' });
  await client.send('An answer');
  await client.history.locator('.failed').getByRole('button', { name: 'Edit' }).click();
  await client.button('Try again').waitFor({ state: 'detached' });
  await client.focused(client.composer);
  expect(await client.composer.inputValue()).toBe('An answer');
  await client.composer.press('Enter');
  expect(
    (await device.receive('message.dispatch', ({ data }) => data.content === 'An answer')).data.parent_message,
  ).toBeNull();
});

it('on a touch screen Enter begins a new line, and the button sends', async () => {
  const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
  const client = await WebClient.open(browser, parley, alice, phone);
  await client.room('Friends').tap();
  await client.composer.fill('One line');
  await client.composer.press('End');
  await client.composer.press('Enter');
  await client.page.keyboard.type('and another');
  await client.button('Send').tap();
  expect((await device.receive('message.dispatch')).data.content).toBe('One line\nand another');

  await device.request('message.send', { room_id: room.id, content: 'Where?' });
  await client.act('Where?', 'Reply in thread');
  const reply = client.dialog.getByLabel('Reply in thread');
  await reply.fill('Here');
  await reply.press('End');
  await reply.press('Enter');
  await client.page.keyboard.type('and there');
  expect(await reply.inputValue()).toBe('Here\nand there');
});
