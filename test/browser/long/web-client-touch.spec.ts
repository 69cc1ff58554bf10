import { Browser } from '../../support/browser.js';
import type { ChatClient } from '../../support/chat-client.js';
import { newFriends } from '../../support/friends.js';
import type { TestUser } from '../../support/people.js';
import type { Service } from '../../support/service.js';
import { sharedService } from '../../support/shared-services.js';
import { smallTargets } from '../../support/touch-targets.js';
import { WebClient } from '../../support/web-client.js';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

let parley: Service;
let browser: Browser;
let alice: TestUser;
let device: ChatClient;

/** Messages with everything that can be touched. */
async function fillRoom(id: string): Promise<void> {
  const post = async (content: string, extra_fields = {}): Promise<string> =>
    (await device.request('message.send', { room_id: id, content, extra_fields })).data.id;
  const question = await post('Shall we meet?');
  await device.request('message.react', { type: 'add', message_id: question, reaction_content: '👍' });
  await post('At noon', { parent_message_id: question });
  await post('By the harbour', { thread_id: question });
  const plan = { media_url: 'https://a.example/plan.pdf', media_type: 'file', mime_type: 'application/pdf' };
  const picture = { media_url: 'https://a.example/bay.png', media_type: 'image', mime_type: 'image/png' };
  await post('The way', { media: [plan, picture] });
  await post('When?', { poll: { options: ['Today', 'Tomorrow'], multiple: false, anonymous: false } });
  await device.request('message.pin', { message_id: question, pinned: true });
}

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
  const friends = await newFriends(parley);
  ({ alice, device } = friends);
  await fillRoom(friends.room.id);
});
afterAll(() => device.close());
afterEach(() => browser.closeAll());

const send = async (client: WebClient, text: string): Promise<void> => {
  await client.composer.fill(text);
  await client.button('Send').tap();
};

const openRoom = async (): Promise<WebClient> => {
  const client = await WebClient.open(browser, parley, alice, PHONE);
  await client.room('Friends').tap();
  await client.expectText('The way');
  return client;
};

/** Measures what stands in the dialog, and closes it. */
async function checkDialog(client: WebClient, name: string): Promise<void> {
  await client.dialog.waitFor();
  // What is still loaded cannot be touched.
  await client.page.locator('dialog[open] [inert]').waitFor({ state: 'detached' });
  await browser.screenshot(client.page, `web-client-touch-${name.toLowerCase().replaceAll(' ', '-')}`);
  expect.soft(await smallTargets(client.page, 'dialog[open]'), name).toEqual([]);
  await client.page.keyboard.press('Escape');
  await client.dialog.waitFor({ state: 'detached' });
}

it('targets are large enough in the log-in page and in the list of rooms', async () => {
  const client = await WebClient.visit(browser, parley, PHONE);
  expect.soft(await smallTargets(client.page, 'body'), 'log-in').toEqual([]);
  await client.logIn(alice.username);
  await client.isIn();
  await browser.screenshot(client.page, 'web-client-touch-rooms');
  expect.soft(await smallTargets(client.page, 'body'), 'rooms').toEqual([]);
});

it('targets are large enough in a conversation', async () => {
  const client = await openRoom();
  await send(client, 'I come');
  await client
    .message('I come')
    .getByRole('button', { name: /receipts|delivered|sent|read/i })
    .waitFor();
  // It lies over the messages until the new one is in view.
  await client.button('Jump to the newest message').waitFor({ state: 'detached' });
  expect.soft(await smallTargets(client.page, 'body'), 'conversation').toEqual([]);
  await browser.screenshot(client.page, 'web-client-touch-conversation');
  await client.message('At noon').tap();
  await browser.screenshot(client.page, 'web-client-touch-actions');
  expect.soft(await smallTargets(client.page, '.actions'), 'actions').toEqual([]);
  await client.act('At noon', 'Reply');
  await client.composer.pressSequentially('@');
  await client.page.getByRole('option').first().waitFor();
  expect.soft(await smallTargets(client.page, '.composer'), 'reply').toEqual([]);
});

it('targets are large enough in the dialogs of the page', async () => {
  const client = await WebClient.open(browser, parley, alice, PHONE);
  for (const kind of ['Direct message', 'Group', 'Channel', 'By link']) {
    await client.button('New conversation').tap();
    await client.dialog.getByText(kind, { exact: true }).tap();
    await checkDialog(client, kind);
  }
  for (const name of ['Search messages', 'Directory', 'Settings', 'Threads', 'Saved']) {
    await client.button(new RegExp(`^${name}`)).tap();
    await checkDialog(client, name);
  }
  await client.page.keyboard.press('Control+K');
  await checkDialog(client, 'Switcher');
});

it('targets are large enough in the dialogs of a room', async () => {
  const client = await openRoom();
  await client.button(/^Room settings/).tap();
  await client.dialog.getByText('bob Tester').first().waitFor();
  await checkDialog(client, 'Room settings');
  for (const name of ['Attach a file by URL', 'New poll', 'Send later', 'Choose an emoji']) {
    await client.add(name);
    await checkDialog(client, name);
  }
  for (const name of ['Search in this room', 'Pinned messages']) {
    await client.choose('More', name);
    await checkDialog(client, name);
  }
  for (const action of ['Forward', 'Reply in thread']) {
    await client.act('Shall we meet?', action);
    await checkDialog(client, action);
  }
  await client.act('Shall we meet?', 'React');
  await client.act('Shall we meet?', 'More reactions');
  await checkDialog(client, 'More reactions');
  await send(client, 'I follow');
  await client.act('I follow', 'Delete');
  await checkDialog(client, 'Delete');
});

it('with a mouse, targets are smaller, and the measure finds them', async () => {
  const client = await WebClient.open(browser, parley, alice);
  const found = await smallTargets(client.page, 'body');
  expect(found.some((target) => target.includes('Search messages'))).toBe(true);
});
