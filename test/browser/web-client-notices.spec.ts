import type { Room } from '@parley/protocol';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { newFriends } from '../support/friends.js';
import { sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
/** Bob's, who has made the room. */
let device: ChatClient;
let room: Room;

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

const names = ({ username }: TestUser): string => `${username.replace(/\d+$/, '')} Tester`;

/** The rows of the history: notices and messages. */
const rowsOf = ({ history }: WebClient): Promise<string[]> => history.locator('.notice-line, .text').allInnerTexts();

async function shows(client: WebClient, rows: readonly string[]): Promise<void> {
  await client.history.getByText(rows.at(-1)!).waitFor();
  // The page shows the messages that it has kept before the notices around them are loaded.
  await expect.poll(() => rowsOf(client)).toEqual(rows);
}

it('a room shows what happened to it between its messages, at once and when it is opened again', async () => {
  const { carol, dave } = await users(parley, 'carol', 'dave');
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await shows(client, ['bob Tester created this room']);
  await sendMessage(device, room, 'hello');
  await device.request('room.add_members', { room_id: room.id, members: [carol.id, dave.id] });
  await device.request('room.remove_members', { room_id: room.id, members: [dave.id] });
  await sendMessage(device, room, 'and bye');
  await device.request('room.modify', { room_id: room.id, action: 'update', data: { name: 'Old friends' } });
  const rows = [
    'bob Tester created this room',
    'hello',
    `bob Tester added ${names(carol)} and ${names(dave)}`,
    `bob Tester removed ${names(dave)}`,
    'and bye',
    'bob Tester renamed this room to Old friends',
  ];
  await shows(client, rows);
  await expect(client.faults()).resolves.toEqual([]);
  await client.page.reload();
  await shows(client, rows);
});

it('a user reads "you" in place of the own name, and the profile of others behind their names', async () => {
  const client = await WebClient.open(browser, parley, alice);
  await device.request('room.remove_members', { room_id: room.id, members: [alice.id] });
  const { carol } = await users(parley, 'carol');
  await device.request('room.add_members', { room_id: room.id, members: [alice.id, carol.id] });
  await client.enter('Friends');
  await shows(client, ['bob Tester created this room', 'bob Tester removed you', 'bob Tester added you and 1 other']);
  await client.history.getByRole('button', { name: 'bob Tester' }).first().click();
  await client.page.getByRole('dialog').getByText('bob Tester').waitFor();
});

it('a room whose messages were removed by their age says so', async () => {
  const message = await sendMessage(device, room, 'long ago');
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await client.history.getByText('long ago').waitFor();
  await eventually(() => Date.now() - Date.parse(message.created_at) > 1_100);
  await parley.parley('messages', 'purge', '--yes', '--older-than', '1s');
  await client.history.getByText(/^Messages from before \d.* were removed\.$/).waitFor();
  await expect(client.history.getByText('There are no messages.').count()).resolves.toBe(0);
});
