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
let carol: TestUser;
let device: ChatClient;

async function createGroup(name: string): Promise<string> {
  const group = { type: 'GroupChat', name, participants: [alice.id] };
  const { data: room } = await device.request('room.create', group);
  return room.id;
}

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  const people = await users(parley, 'alice', 'bob', 'carol');
  ({ alice, carol } = people);
  device = await people.bob.connect();
});
afterEach(async () => {
  await device.close();
  await browser.closeAll();
});

it('a user goes to a room, to a user and to a command by parts of their names', async () => {
  await createGroup('Old friends');
  await createGroup('Work');
  const client = await WebClient.open(browser, parley, alice);
  const { keyboard } = client.page;
  const find = client.dialog.getByRole('combobox', { name: 'Room, person or command' });
  const option = (name: string | RegExp) => client.dialog.getByRole('option', { name });

  await keyboard.press('Control+k');
  await client.focused(find);
  expect(await client.faults()).toEqual([]);
  await find.fill('frie old');
  await option(/^Old friends/).waitFor();
  await keyboard.press('Enter');
  await client.page.getByRole('heading', { name: 'Old friends', level: 1 }).waitFor();

  await keyboard.press('Control+k');
  await find.fill('Keyboard');
  await keyboard.press('Enter');
  await client.dialog.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await client.faults()).toEqual([]);
  await keyboard.press('Escape');

  await keyboard.press('Control+k');
  await find.fill(carol.username);
  await option(new RegExp(`@${carol.username}$`)).click();
  await client.page.getByRole('heading', { name: 'carol Tester', level: 1 }).waitFor();

  await keyboard.press('Control+k');
  await find.fill('nothing has this name');
  await client.dialog.getByText('Nothing found.').waitFor();
});

it('keys lead to the neighbouring rooms, and to those with unread messages', async () => {
  const last = await createGroup('Last');
  await createGroup('Middle');
  const first = await createGroup('First');
  const client = await WebClient.open(browser, parley, alice);
  const { keyboard } = client.page;
  const shows = (name: string) => client.page.getByRole('heading', { name, level: 1 }).waitFor();

  await device.request('message.send', { room_id: last, content: 'Read me' });
  await device.request('message.send', { room_id: first, content: 'And me' });
  await client.enter('First');
  await client.expectText('And me');
  await keyboard.press('Alt+ArrowDown');
  await shows('Last');
  await client.room(/Last/).getByText('1 unread').waitFor({ state: 'detached' });
  await keyboard.press('Alt+ArrowUp');
  await shows('First');
  await keyboard.press('Alt+ArrowDown');
  await keyboard.press('Alt+ArrowDown');
  await shows('Middle');

  await device.request('message.send', { room_id: first, content: 'Again' });
  await client.room(/First/).getByText('1 unread').waitFor();
  await keyboard.press('Control+k');
  await client.dialog.getByRole('option', { selected: true }).getByText('First').waitFor();
  await client.dialog.getByRole('option', { selected: true }).getByText('1 unread').waitFor();
  await keyboard.press('Escape');
  await keyboard.press('Alt+Shift+ArrowUp');
  await shows('First');
});
