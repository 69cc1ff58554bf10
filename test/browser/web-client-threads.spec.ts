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

it('users reply in a thread, which stands beside the messages of the room', async () => {
  const device = await bob.connect();
  const { data: room } = await device.request('room.create', {
    type: 'GroupChat',
    name: 'Crew',
    participants: [alice.id],
  });
  const start = await sendMessage(device, room, 'Where do we sail?');
  const alices = await WebClient.open(browser, parley, alice);
  await alices.rooms.getByText('Crew').click();
  await alices.act('Where do we sail?', 'Reply in thread');
  await alices.dialog.getByLabel('Reply in thread').fill('To the islands');
  await alices.dialog.getByRole('button', { name: 'Send reply' }).click();
  await alices.dialog.getByRole('list', { name: 'Thread' }).getByText('To the islands').waitFor();

  const reply = await device.receive('message.dispatch', ({ data }) => data.content === 'To the islands');
  expect(reply.data.thread).toMatchObject({ id: start.id });
  await device.request('message.send', {
    room_id: room.id,
    content: 'Which ones?',
    extra_fields: { thread_id: start.id },
  });
  await alices.dialog.getByRole('list', { name: 'Thread' }).getByText('Which ones?').waitFor();
  await alices.dialog.getByRole('switch', { name: 'Follow', checked: true }).waitFor();
  await expect(alices.faults()).resolves.toEqual([]);
  await browser.screenshot(alices.page, 'web-client-thread');
  await alices.page.keyboard.press('Escape');

  await alices
    .message('Where do we sail?')
    .getByRole('button', { name: /^2 replies/ })
    .waitFor();
  await expect(alices.history.getByText('Which ones?').count()).resolves.toBe(0);
  await device.close();
});

it('a user finds the followed threads, with what is unread in them', async () => {
  const device = await bob.connect();
  const { data: room } = await device.request('room.create', {
    type: 'GroupChat',
    name: 'Crew',
    participants: [alice.id],
  });
  const aliceDevice = await alice.connect();
  const start = await sendMessage(aliceDevice, room, 'Who has the map?');
  await device.request('message.send', {
    room_id: room.id,
    content: 'I have',
    extra_fields: { thread_id: start.id, mentions: [alice.id] },
  });
  await aliceDevice.close();

  const alices = await WebClient.open(browser, parley, alice);
  const views = alices.page.getByRole('navigation', { name: 'Rooms' });
  await views.getByRole('button', { name: 'Threads (unread replies)' }).click();
  await alices.dialog.getByLabel('1 unread, with a mention of you').waitFor();
  await expect(alices.faults()).resolves.toEqual([]);
  await alices.dialog.getByText('Who has the map?').click();
  const thread = alices.page.getByRole('dialog', { name: 'Thread', exact: true });
  await thread.getByText('I have').waitFor();
  await device.receive('readreceipt.dispatch');
  await alices.page.keyboard.press('Escape');
  await thread.waitFor({ state: 'detached' });
  await alices.dialog.getByText('Who has the map?').waitFor();
  await alices.dialog.getByLabel(/unread/).waitFor({ state: 'detached' });
  await alices.page.keyboard.press('Escape');
  await views.getByTitle('Unread replies').waitFor({ state: 'detached' });

  await device.request('message.send', {
    room_id: room.id,
    content: 'Here it is',
    extra_fields: { thread_id: start.id },
  });
  await views.getByTitle('Unread replies').waitFor();
  await device.close();
});

it('a reply that is sent to the room too leads to its thread', async () => {
  const device = await bob.connect();
  const { data: room } = await device.request('room.create', {
    type: 'GroupChat',
    name: 'Crew',
    participants: [alice.id],
  });
  const start = await sendMessage(device, room, 'Shall we go?');
  const alices = await WebClient.open(browser, parley, alice);
  await alices.rooms.getByText('Crew').click();
  await device.request('message.send', {
    room_id: room.id,
    content: 'Yes, now',
    extra_fields: { thread_id: start.id, also_to_room: true },
  });
  await alices.message('Yes, now').getByRole('button', { name: 'In a thread' }).click();
  await alices.dialog.getByText('Shall we go?').waitFor();
  await alices.dialog.getByText('Also in the room').waitFor();
  await device.close();
});

it('a reply in a thread is sent later', async () => {
  const device = await bob.connect();
  const { data: room } = await device.request('room.create', {
    type: 'GroupChat',
    name: 'Crew',
    participants: [alice.id],
  });
  const start = await sendMessage(device, room, 'Who watches tonight?');
  const alices = await WebClient.open(browser, parley, alice);
  await alices.rooms.getByText('Crew').click();
  await alices.act('Who watches tonight?', 'Reply in thread');
  const thread = alices.page.getByRole('dialog', { name: 'Thread', exact: true });
  await thread.getByLabel('Reply in thread').fill('I do');
  await thread.getByRole('button', { name: 'Send later' }).click();
  await alices.page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await thread.getByRole('button', { name: '1 scheduled message' }).click();
  const list = alices.page.getByRole('dialog', { name: 'Scheduled messages' });
  await list.getByText('Reply in a thread').waitFor();
  await expect(thread.getByLabel('Reply in thread').inputValue()).resolves.toBe('');
  await expect(alices.faults()).resolves.toEqual([]);
  await browser.screenshot(alices.page, 'web-client-thread-scheduled');
  await list.getByRole('button', { name: 'Send now' }).click();
  const { data: reply } = await device.receive('message.dispatch', ({ data }) => data.content === 'I do');
  expect(reply.thread).toMatchObject({ id: start.id });
  await alices.page.keyboard.press('Escape');
  await thread.getByRole('list', { name: 'Thread' }).getByText('I do').waitFor();
  await device.close();
});

it('a reply is written with suggestions, within the length of a message', async () => {
  const device = await bob.connect();
  const { data: room } = await device.request('room.create', {
    type: 'GroupChat',
    name: 'Crew',
    participants: [alice.id],
  });
  const start = await sendMessage(device, room, 'Who steers?');
  const alices = await WebClient.open(browser, parley, alice);
  await alices.rooms.getByText('Crew').click();
  await alices.act('Who steers?', 'Reply in thread');
  const field = alices.dialog.getByLabel('Reply in thread');
  await field.fill('x'.repeat(10_001));
  await alices.dialog.getByText('Too long to send: 1 character too many.').waitFor();
  expect(await alices.button('Send reply').isDisabled()).toBe(true);
  await field.fill('');
  await field.pressSequentially('You :tada');
  await alices.dialog.getByRole('option', { name: /:tada:/ }).waitFor();
  await expect(alices.faults()).resolves.toEqual([]);
  await field.press('Enter');
  await field.pressSequentially('@bo');
  await alices.dialog.getByRole('option').waitFor();
  await field.press('Escape');
  await alices.dialog.getByRole('option').waitFor({ state: 'detached' });
  await field.pressSequentially('b');
  await field.press('Tab');
  await field.press('Enter');
  const { data: reply } = await device.receive('message.dispatch', ({ data }) => data.thread !== null);
  expect(reply).toMatchObject({ content: `You 🎉 @${bob.username}`, mentions: [{ id: bob.id }] });
  expect(reply.thread).toMatchObject({ id: start.id });
  await device.close();
});
