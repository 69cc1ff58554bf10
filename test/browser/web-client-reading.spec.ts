import type { GroupChat } from '@parley/protocol';
import type { Page } from 'playwright-core';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { newFriends } from '../support/friends.js';
import { sendMany } from '../support/many-messages.js';
import { sendMessage } from '../support/messaging.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

/** An image of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface HistoryRequest {
  readonly request_id?: string;
  readonly data?: { readonly paginate?: { readonly after_seq?: number } };
}

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

/** Alice reads everything on another device. */
async function readAll(): Promise<void> {
  const { seq } = await sendMessage(device, room, 'Read by alice');
  const other = await alice.connect();
  await other.request('message.read', { room_id: room.id, up_to_seq: seq });
  await other.close();
}

it('a room opens at the first unread message, and stays there while pages are loaded', async () => {
  await sendMany(device, room, 'Read', 120);
  await readAll();
  await sendMany(device, room, 'Unread', 220);
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  const divider = client.page.getByText('New messages', { exact: true });
  await eventually(() => client.isInView(divider));
  expect(await client.isInView(client.message('Unread 0'))).toBe(true);
  expect(await client.isInView(client.message('Read by alice'))).toBe(true);
  const place = async (): Promise<number> => (await divider.boundingBox())?.y ?? NaN;
  const before = await place();
  const scrollBy = (pixels: number): Promise<void> =>
    client.history.evaluate((box: { scrollTop: number }, by: number) => {
      box.scrollTop += by;
    }, pixels);
  // The pages that are loaded meanwhile change nothing.
  await scrollBy(-1_600);
  await client.message('Read 40').waitFor();
  await scrollBy(3_200);
  await client.message('Unread 60').waitFor();
  await scrollBy(-1_600);
  expect(Math.abs((await place()) - before)).toBeLessThan(2);
  await sendMessage(device, room, 'A new one');
  await client.button('1 new message').waitFor();
  expect(Math.abs((await place()) - before)).toBeLessThan(2);
  await client.button('1 new message').click();
  await eventually(() => client.isInView(client.message('A new one')));
});

/**
 * Holds the first page of messages after a number until `pass` is called. Then the page arrives
 * as the service sends it if a message was stored after the page was read and before newer messages were looked for.
 */
async function holdNewerPage(page: Page): Promise<{ readonly isHeld: () => boolean; readonly pass: () => void }> {
  let held: string | undefined;
  let pass = (): void => undefined;
  const mayPass = new Promise<void>((resolve) => (pass = resolve));
  await page.routeWebSocket(/messaging/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { request_id: id, data } = JSON.parse(String(text)) as HistoryRequest;
      if (data?.paginate?.after_seq !== undefined) held ??= id;
      server.send(text);
    });
    server.onMessage(async (text) => {
      const answer = JSON.parse(String(text)) as { readonly request_id?: string; readonly data: object };
      if (answer.request_id === undefined || answer.request_id !== held) {
        socket.send(text);
        return;
      }
      await mayPass;
      socket.send(JSON.stringify({ ...answer, data: { ...answer.data, has_previous: true } }));
    });
  });
  return { isHeld: () => held !== undefined, pass };
}

it('a message that arrives while a short room opens is loaded by itself', async () => {
  await sendMessage(device, room, 'Unread');
  const client = await WebClient.visit(browser, parley);
  const { isHeld, pass } = await holdNewerPage(client.page);
  await client.logIn(alice.username);
  await client.isIn();
  await client.enter('Friends');
  await eventually(isHeld);
  await sendMessage(device, room, 'During the request');
  pass();
  await client.expectText('During the request');
  expect(await client.texts()).toEqual(['Unread', 'During the request']);
  await client.button('1 new message').waitFor({ state: 'detached' });
  await client.history.locator('.history-skeletons').waitFor({ state: 'detached' });
});

it('what has been in view is read, and the next time the room opens after it', async () => {
  await sendMany(device, room, 'Unread', 100);
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await eventually(() => client.isInView(client.message('Unread 0')));
  await client.message('Unread 40').focus();
  const row = client.room('Friends');
  await eventually(async () => Number.parseInt(await row.locator('.badge').innerText(), 10) < 65);
  await client.page.reload();
  await client.isIn();
  await eventually(() => client.isInView(client.page.getByText('New messages', { exact: true })));
  expect(await client.message('Unread 40').count()).toBe(1);
  expect(await client.isInView(client.message('Unread 0'))).toBe(false);
});

it('a room without unread messages opens at the newest one', async () => {
  await sendMany(device, room, 'Read', 120);
  await readAll();
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await eventually(() => client.isInView(client.message('Read by alice')));
  expect(await client.page.getByText('New messages', { exact: true }).count()).toBe(0);
});

it('a quoted message leads to its source, however old it is, and back with the newest ones', async () => {
  const source = await sendMessage(device, room, 'The source');
  await sendMany(device, room, 'Between', 120);
  const extra_fields = { parent_message_id: source.id };
  await device.request('message.send', { room_id: room.id, content: 'An answer', extra_fields });
  await readAll();
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await client
    .message('An answer')
    .getByRole('button', { name: /The source/ })
    .click();
  await client.focused(client.message('The source'));
  await device.request('message.react', { type: 'add', message_id: source.id, reaction_content: '👍' });
  await client.message('The source').getByRole('button', { name: /👍 1/ }).waitFor();
  await client.button('Jump to the newest message').click();
  await eventually(() => client.isInView(client.message('Read by alice')));
});

it('one message at a time shows its actions, and they do not lie over the message above', async () => {
  for (const text of ['Above', 'A target', 'Below']) await sendMessage(device, room, text);
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await client.message('A target').focus();
  const actions = client.page.getByRole('toolbar', { name: 'Message actions' });
  await client.message('A target').getByRole('toolbar').waitFor();
  await client.message('Below').hover();
  await client.message('Below').getByRole('toolbar').waitFor();
  expect(await actions.count()).toBe(1);
  const above = await client.message('A target').boundingBox();
  expect((await actions.boundingBox())!.y).toBeGreaterThanOrEqual(above!.y + above!.height);
  await actions.getByRole('button', { name: 'React' }).hover();
  expect(await client.message('Below').getByRole('toolbar').count()).toBe(1);
});

it('media of another host are loaded when the user asks for them, and then those of that host', async () => {
  const requested: string[] = [];
  const client = await WebClient.open(browser, parley, alice);
  await client.page.context().route('https://media.example/**', async (route) => {
    requested.push(route.request().url());
    await route.fulfill({ body: Buffer.from(PNG, 'base64'), contentType: 'image/png' });
  });
  await client.enter('Friends');
  const attach = async (name: string): Promise<void> => {
    const picture = { media_url: `https://media.example/${name}.png`, media_type: 'image', mime_type: 'image/png' };
    await device.request('message.send', { room_id: room.id, content: name, extra_fields: { media: [picture] } });
  };
  await attach('first');
  await client.expectText('first');
  expect(requested).toEqual([]);
  await client.button('Show picture from media.example').click();
  const picture = (name: string) => client.page.frameLocator(`iframe[title="${name}"]`).getByRole('img', { name });
  await picture('first.png').waitFor();
  await attach('second');
  await picture('second.png').waitFor();
  await eventually(() => requested.length === 2);
});

it('the open room is scrolled into view in the list of rooms', async () => {
  for (let at = 0; at < 25; at += 1) {
    const group = { type: 'GroupChat', name: `Other ${String(at)}`, participants: [alice.id] };
    await device.request('room.create', group);
  }
  const client = await WebClient.open(browser, parley, alice);
  const row = client.room('Friends');
  const isInList = async (): Promise<boolean> => {
    const [box, list] = [await row.boundingBox(), await client.rooms.boundingBox()];
    return box !== null && list !== null && box.y + box.height <= list.y + list.height;
  };
  expect(await isInList()).toBe(false);
  await client.page.evaluate(`location.hash = '#/rooms/${room.id}'`);
  await eventually(isInList);
});
