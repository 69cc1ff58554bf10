import { randomUUID } from 'node:crypto';

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
let bob: TestUser;
let device: ChatClient;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  device = await alice.connect();
});
afterEach(async () => {
  await device.close();
  await browser.closeAll();
});

const title = (page: WebClient, name: string): Promise<void> =>
  page.page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
const joins = (page: WebClient): Promise<number> => page.page.getByRole('button', { name: /join/i }).count();

/** Bob has a group of Alice open. @returns its id */
async function inGroup(page: WebClient, rules: object = {}): Promise<string> {
  const group = { type: 'GroupChat', name: 'Friends', participants: [bob.id], extra_fields: rules } as const;
  const { data: room } = await device.request('room.create', group);
  await page.enter('Friends');
  return room.id;
}

it('who is removed from a private group learns so, and is offered no way back', async () => {
  const page = await WebClient.open(browser, parley, bob);
  const room_id = await inGroup(page);
  await device.request('room.remove_members', { room_id, members: [bob.id] });
  await title(page, 'You were removed from Friends');
  await page.page.getByText('Only a member can add you again.').waitFor();
  expect(await joins(page)).toBe(0);
  expect(await page.faults()).toEqual([]);
  await browser.screenshot(page.page, 'web-client-removed');

  await device.request('room.add_members', { room_id, members: [bob.id] });
  await title(page, 'Friends');
});

it('who is removed from a group that takes requests learns so, and may ask again', async () => {
  const page = await WebClient.open(browser, parley, bob);
  const room_id = await inGroup(page, { join_approval_required: true });
  await device.request('room.remove_members', { room_id, members: [bob.id] });
  await title(page, 'You were removed from Friends');
  await page.page.getByText('Friends · Group · 1 member').waitFor();
  await page.button('Ask to join').click();
  await title(page, 'Join request sent');
});

it('members of a room that is deleted learn so', async () => {
  const page = await WebClient.open(browser, parley, bob);
  const room_id = await inGroup(page);
  await device.request('room.modify', { room_id, action: 'delete' });
  await title(page, 'Friends was deleted');
  await page.page.getByText('Its messages are deleted for everyone.').waitFor();
  expect(await joins(page)).toBe(0);
});

it('a room that the user left on another device says so', async () => {
  const page = await WebClient.open(browser, parley, bob);
  const room_id = await inGroup(page);
  const other = await bob.connect();
  await other.request('room.leave', { room_id });
  await other.close();
  await title(page, 'You left Friends');
});

it.each(['a room that does not exist', 'a private group'] as const)('the link of %s offers nothing', async (kind) => {
  const { data: group } = await device.request('room.create', { type: 'GroupChat', name: 'Secret' });
  const id = kind === 'a private group' ? group.id : randomUUID();
  const page = await WebClient.open(browser, { url: `${parley.url}/#/rooms/${id}` }, bob);
  await title(page, 'This room cannot be opened');
  expect(await joins(page)).toBe(0);
  await expect(page.page.getByText('Secret').count()).resolves.toBe(0);
  await browser.screenshot(page.page, 'web-client-no-room');
});
