import type { Room } from '@parley/protocol';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { manyUsers, users } from '../support/people.js';
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
  const group = { type: 'GroupChat', name: 'Friends', participants: [alice.id] } as const;
  room = (await device.request('room.create', group)).data;
});
afterEach(async () => {
  await device.close();
  await browser.closeAll();
});

it('a user mentions members by keyboard and by touch, and the whole room', async () => {
  const page = await WebClient.open(browser, parley, alice);
  await page.enter('Friends');
  const options = page.page.getByRole('option');
  await page.composer.pressSequentially('Hi @');
  await eventually(async () => (await options.count()) === 2);
  await expect(page.faults()).resolves.toEqual([]);
  await page.composer.pressSequentially('bo');
  await eventually(async () => (await options.count()) === 1);
  await page.composer.press('Enter');
  expect(await page.composer.inputValue()).toBe(`Hi @${bob.username} `);
  await page.composer.press('Enter');
  const byKeyboard = await device.receive('message.dispatch');
  expect(byKeyboard.data).toMatchObject({
    content: `Hi @${bob.username}`,
    mentions: [{ id: bob.id }],
    mention_room: false,
  });
  await page.composer.pressSequentially('@bo');
  await options.first().click();
  await page.composer.pressSequentially('and @all');
  await page.composer.press('Escape');
  await page.composer.press('Enter');
  const byTouch = await device.receive('message.dispatch');
  expect(byTouch.data).toMatchObject({ mentions: [{ id: bob.id }], mention_room: true });
});

it('a mention of the user is highlighted, and marked in the room list until it is read', async () => {
  const page = await WebClient.open(browser, parley, alice);
  await device.request('message.send', { room_id: room.id, content: 'all', extra_fields: { mentions: [alice.id] } });
  const badge = page.rooms.getByText('you are mentioned');
  await badge.waitFor({ state: 'attached' });
  await device.request('message.send', { room_id: room.id, content: 'nobody' });
  await page.enter('Friends');
  await page.history.getByText('Mentions you.').waitFor({ state: 'attached' });
  expect(await page.history.locator('.is-mention').count()).toBe(1);
  await badge.waitFor({ state: 'detached' });
});

it('the room is the last suggestion, and a large one is asked about before everybody in it is notified', async () => {
  const others = await manyUsers(parley, 9);
  const participants = [alice, ...others].map(({ id }) => id);
  await device.request('room.create', { type: 'GroupChat', name: 'Everybody', participants });
  const page = await WebClient.open(browser, parley, alice);
  await page.enter('Everybody');
  await page.page.getByText('11 members').waitFor();
  await page.composer.pressSequentially('Hi @');
  await page.page.getByRole('option').last().getByText('@all').waitFor();
  await page.composer.pressSequentially('everyone ');
  await page.composer.press('Enter');
  const question = page.page.getByRole('dialog', { name: 'Notify everybody?' });
  await browser.screenshot(page.page, 'web-client-mention-question');
  await question.getByText('11 members').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.composer.inputValue()).toBe('Hi @everyone ');
  await page.composer.press('Enter');
  await question.getByRole('button', { name: 'Send' }).click();
  const { data } = await device.receive('message.dispatch');
  expect(data).toMatchObject({ content: 'Hi @everyone', mention_room: true });
});
