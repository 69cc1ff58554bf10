import type { Page } from 'playwright-core';

import { Browser } from '../support/browser.js';
import { databasesOf, storedTexts } from '../support/browser-store.js';
import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { newFriends } from '../support/friends.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let device: ChatClient;
let roomId: string;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  const friends = await newFriends(parley);
  ({ alice, device } = friends);
  roomId = friends.room.id;
});
afterEach(async () => {
  await device.close();
  await browser.closeAll();
});

const fromBob = (content: string): Promise<unknown> => device.request('message.send', { room_id: roomId, content });

/** Another tab of the same browser. */
async function nextTab({ page }: WebClient, opened: (page: Page) => void): Promise<WebClient> {
  const next = await page.context().newPage();
  opened(next);
  return WebClient.resume(next, parley);
}

it('tabs share one connection, and the others go on when the one that has it is closed', async () => {
  let connections = 0;
  const count = (page: Page): unknown => page.on('websocket', () => (connections += 1));
  const first = await WebClient.visit(browser, parley);
  count(first.page);
  await first.logIn(alice.username);
  await first.isIn();
  const second = await nextTab(first, count);
  expect(connections).toBe(1);
  await first.enter('Friends');
  await second.enter('Friends');
  await second.send('From the second tab');
  await first.expectText('From the second tab');
  await fromBob('To both');
  for (const tab of [first, second]) await tab.expectText('To both');
  await first.page.close();
  await fromBob('To the second tab');
  await second.expectText('To the second tab');
  await expect.poll(() => connections).toBe(2);
  expect(await second.texts()).toEqual(['From the second tab', 'To both', 'To the second tab']);
});

it('a log-out removes what the browser has kept, and ends the other tabs', async () => {
  const first = await WebClient.open(browser, parley, alice);
  const second = await nextTab(first, () => undefined);
  await first.enter('Friends');
  await first.send('Private');
  await eventually(async () => (await storedTexts(first.page)).includes('Private'));
  await second.logOut();
  for (const { page } of [first, second]) await page.getByLabel('Password', { exact: true }).waitFor();
  await eventually(async () => (await databasesOf(first.page)).length === 0);
});

it('the log-in of another user removes what the browser has kept of a user whose log-in ended otherwise', async () => {
  const { carol } = await users(parley, 'carol');
  const client = await WebClient.open(browser, parley, alice);
  const before = await databasesOf(client.page);
  expect(before).toHaveLength(1);
  await client.page.evaluate("localStorage.removeItem('parley:log-in')");
  await client.page.reload();
  await client.logIn(carol.username);
  await client.isIn();
  await eventually(async () => !(await databasesOf(client.page)).includes(before[0] ?? ''));
});

it('a page that opens before it is connected shows what was kept, and then the first unread message', async () => {
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await fromBob('Read before');
  await client.message('Read before').waitFor();
  await eventually(async () => (await storedTexts(client.page)).includes('Read before'));
  let connect = (): void => undefined;
  const mayConnect = new Promise<void>((resolve) => (connect = resolve));
  await client.page.routeWebSocket(/messaging/, async (socket) => {
    await mayConnect;
    socket.connectToServer();
  });
  await client.page.reload();
  await client.expectText('Read before');
  const reply = client.message('Read before').getByRole('button', { name: 'Reply', exact: true });
  await client.message('Read before').focus();
  await reply.waitFor();
  for (let number = 1; number <= 40; number += 1) await fromBob(`Unread ${String(number)}`);
  connect();
  await eventually(() => client.isInView(client.message('Unread 1')));
  await eventually(async () => (await client.history.getByText('New messages').count()) === 1);
  // The message keeps the focus, and with it its actions.
  await client.focused(client.message('Read before'));
  expect(await reply.count()).toBe(1);
});
