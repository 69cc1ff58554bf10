import type { GroupChat } from '@parley/protocol';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { sendMany } from '../support/many-messages.js';
import { sendMessage } from '../support/messaging.js';
import { PageUsage } from '../support/page-usage.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

const MESSAGES = 1_700;
/** The maximum of a window of the history. */
const MOST_ROWS = 600;

let parley: Service;
let browser: Browser;
let alice: TestUser;
let device: ChatClient;
let room: GroupChat;
let client: WebClient;

/** A room whose first message is older than two windows of its history. */
beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
  const people = await users(parley, 'alice', 'bob');
  ({ alice } = people);
  device = await people.bob.connect();
  const group = { type: 'GroupChat', name: 'Archive', participants: [alice.id] };
  room = (await device.request('room.create', group)).data as GroupChat;
  await sendMessage(device, room, 'The needle');
  for (let sent = 0; sent < MESSAGES; sent += 100) await sendMany(device, room, `Hay ${String(sent / 100)}`, 100);
});
afterAll(() => device.close());
beforeEach(async () => {
  client = await WebClient.open(browser, parley, alice);
});
afterEach(() => browser.closeAll());

const scrollBy = (heights: number): Promise<void> =>
  client.history.evaluate((box: { scrollTop: number; clientHeight: number }, by: number) => {
    box.scrollTop += by * box.clientHeight;
  }, heights);

const rowCount = (): Promise<number> => client.history.getByRole('article').count();

it('a room with many unread messages opens at the first of them', async () => {
  await client.enter('Archive');
  await eventually(() => client.isInView(client.page.getByText('New messages', { exact: true })));
  await eventually(() => client.isInView(client.message('The needle')));
  await client.page.getByText('There are no older messages.').waitFor();
  await client.button(/^Jump to the newest message$/).click();
  await eventually(() => client.isInView(client.message('Hay 16 99')));
  await client.room('Archive').getByText('unread').waitFor({ state: 'detached' });
});

it('a search result that is older than two windows of the history is shown, with its neighbours both ways', async () => {
  await client.enter('Archive');
  await client.expectText('Hay 16 99');
  await client.button('Search in this room').click();
  await client.dialog.getByRole('searchbox').fill('needle');
  await client.dialog.getByRole('button', { name: /The needle/ }).click();
  await client.focused(client.message('The needle'));
  expect(await client.isInView(client.message('The needle'))).toBe(true);
  await client.page.getByText('There are no older messages.').waitFor();
  await sendMessage(device, room, 'Said meanwhile');
  await client.button('1 new message').waitFor();
  expect(await client.message('Said meanwhile').count()).toBe(0);
  await eventually(async () => {
    await scrollBy(3);
    return (await client.message('Hay 1 0').count()) > 0;
  });
  await client.send('An answer');
  await eventually(() => client.isInView(client.message('An answer')));
  expect(await client.message('Said meanwhile').count()).toBe(1);
});

it('the rows and the memory stay bounded while a long history is scrolled back and forth', async () => {
  await client.enter('Archive');
  await client.expectText('Hay 16 99');
  const usage = await PageUsage.of(client.page);
  let most = 0;
  const scrollTo = (text: string, heights: number) =>
    eventually(async () => {
      await scrollBy(heights);
      most = Math.max(most, await rowCount());
      return (await client.message(text).count()) > 0;
    });
  await scrollTo('Hay 8 0', -4);
  const full = await usage.now();
  await scrollTo('Hay 1 0', -4);
  const further = await usage.now();
  expect(further.nodes).toBeLessThan(full.nodes * 1.2);
  expect(further.heapBytes).toBeLessThan(full.heapBytes * 1.25);
  expect(await client.message('Hay 16 99').count()).toBe(0);
  await scrollTo('Hay 16 99', 4);
  expect(most).toBeGreaterThan(MOST_ROWS / 2);
  expect(most).toBeLessThanOrEqual(MOST_ROWS + 50);
}, 150_000);

it('a jump to a date shows its first message', async () => {
  await client.enter('Archive');
  await client.expectText('Hay 16 99');
  await client.history.getByRole('button', { name: 'Today' }).first().click();
  await client.dialog.getByLabel('Date').waitFor();
  expect(await client.faults()).toEqual([]);
  await client.dialog.getByRole('button', { name: 'Jump' }).click();
  await client.focused(client.message('The needle'));
});
