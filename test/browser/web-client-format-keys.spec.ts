import type { GroupChat } from '@parley/protocol';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
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

it('shortcuts format the selection, and take the format away, in a message, an edit and a reply', async () => {
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  const expectText = (field: typeof client.composer, text: string): Promise<void> =>
    eventually(async () => (await field.inputValue()) === text);

  await client.composer.fill('warm');
  await client.composer.press('Control+A');
  await client.composer.press('Control+B');
  await client.composer.press('Control+I');
  await expectText(client.composer, '**_warm_**');
  await client.composer.press('Control+Z');
  await expectText(client.composer, '**warm**');
  await client.composer.press('Control+Shift+X');
  await client.composer.press('Control+Shift+X');
  await client.composer.press('Enter');
  await device.receive('message.dispatch', ({ data }) => data.content === '**warm**');
  await client.history.locator('strong', { hasText: /^warm$/ }).waitFor();
  // A message that is on its way cannot be edited.
  await client.history.locator('.receipt:not(.is-pending)').waitFor();

  await client.composer.press('ArrowUp');
  await expectText(client.composer, '**warm**');
  await client.composer.press('Control+A');
  await client.composer.press('Control+B');
  await client.composer.press('Control+E');
  await client.composer.press('Enter');
  await client.history.locator('code', { hasText: /^warm$/ }).waitFor();

  await device.request('message.send', { room_id: room.id, content: 'Where?' });
  await client.act('Where?', 'Reply in thread');
  const reply = client.dialog.getByLabel('Reply in thread');
  await reply.fill('the map');
  await reply.press('Control+A');
  await reply.press('Control+Shift+U');
  await client.page.keyboard.type('https://a.example');
  await expectText(reply, '[the map](https://a.example)');
});

it('the list of shortcuts names them', async () => {
  const client = await WebClient.open(browser, parley, alice);
  await client.page.keyboard.press('Control+/');
  await client.dialog.getByText('Block of code').waitFor();
  await client.dialog.getByText('Paste without formats').waitFor();
  expect(await client.faults()).toEqual([]);
});
