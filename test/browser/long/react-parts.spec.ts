import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

import { Browser } from '../../support/browser.js';
import { builtPage } from '../../support/built-page.js';
import type { ChatClient } from '../../support/chat-client.js';
import { QUICK } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { newFriends } from '../../support/friends.js';
import { PageHost } from '../../support/page-host.js';
import type { TestUser } from '../../support/people.js';
import type { Service } from '../../support/service.js';
import { sharedService } from '../../support/shared-services.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

/** The functions of `test/browser/page/react-app.tsx`. */
interface App {
  start(settings: object): void;
  mount(isTwice: boolean): void;
  unmount(): void;
  asked(name: string): number;
  isOpen(roomId: string): boolean;
}

declare const app: App;

/** The properties of an element of the page that the spec uses. */
interface Scrolled {
  scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  getBoundingClientRect(): { readonly top: number };
}

let parley: Service;
let host: PageHost;
let browser: Browser;
let alice: TestUser;
let bob: ChatClient;
let roomId: string;
let cable: TcpProxy;
let connections: number;

beforeAll(async () => {
  const program = await readFile(join(import.meta.dirname, '../page/react-app.tsx'), 'utf8');
  [parley, host, browser] = await Promise.all([
    sharedService(),
    builtPage(program).then((page) => PageHost.start(page)),
    Browser.shared(),
  ]);
});
afterAll(() => host.stop());

beforeEach(async () => {
  browser.ignoreError(/^WebSocket connection to 'ws:[^']*' failed/);
  const friends = await newFriends(parley);
  ({ alice, device: bob } = friends);
  roomId = friends.room.id;
  connections = 0;
  const { hostname, port } = new URL(parley.url);
  cable = await TcpProxy.to(hostname, Number(port), () => {
    connections += 1;
    return () => undefined;
  });
});
afterEach(async () => {
  await browser.closeAll();
  await cable.close();
});

/** The page of Alice. */
async function opened(): Promise<Page> {
  const page = await browser.open(host.url);
  await page.waitForFunction(() => 'app' in globalThis);
  const url = `ws://127.0.0.1:${String(cable.port)}/messaging/`;
  await page.evaluate((settings) => app.start(settings), { url, token: alice.tokens.access, timing: QUICK });
  await page.locator('[data-parley-connection=online]').waitFor({ state: 'attached' });
  return page;
}

async function inRoom(name = 'Friends'): Promise<Page> {
  const page = await opened();
  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('button', { name }).click();
  await page.getByRole('log', { name: 'Messages' }).waitFor();
  return page;
}

const fromBob = (content: string): Promise<unknown> => bob.request('message.send', { room_id: roomId, content });
const asked = (page: Page, name: string): Promise<number> => page.evaluate((each) => app.asked(each), name);
const list = (page: Page): Locator => page.getByRole('log', { name: 'Messages' });
const write = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
};

/** The distance of a message from the upper edge of the list, in pixels. */
const topOf = (page: Page, seq: number): Promise<number> =>
  list(page)
    .locator(`[data-parley-message="${String(seq)}"]`)
    .evaluate((row: Scrolled) => Math.round(row.getBoundingClientRect().top));

const expectEnd = (page: Page): Promise<void> =>
  eventually(() => list(page).evaluate((all: Scrolled) => all.scrollHeight - all.scrollTop - all.clientHeight < 2));

describe('the parts for React', () => {
  it('list rooms with what is unread, and read what is in view', async () => {
    for (const content of ['one', 'two']) await fromBob(content);
    const page = await opened();
    const room = page.getByRole('button', { name: 'Friends 2 unread' });
    await room.click();
    await list(page).getByText('two').waitFor();
    await page.getByRole('button', { name: 'Friends', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Friends' }).getAttribute('aria-current')).toBe('true');
    const read = await bob.receive('readreceipt.dispatch', ({ meta }) => meta?.up_to_seq !== undefined);
    expect(read.meta).toMatchObject({ user_id: alice.id });
    expect(await page.getByRole('heading').textContent()).toBe('Friends');
  });

  it('send with Enter, begin a line with Shift, and say who is typing', async () => {
    const page = await inRoom();
    await list(page).getByText('No messages yet.').waitFor();
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('first');
    await field.press('Shift+Enter');
    await field.pressSequentially('second');
    await bob.receive('messagetyping.dispatch');
    // The end of a composition of an input method.
    await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    expect(await field.inputValue()).toBe('first\nsecond');
    await field.press('Enter');
    const sent = await bob.receive('message.dispatch', ({ data }) => data.sender.id === alice.id);
    expect(sent.data.content).toBe('first\nsecond');
    await list(page).locator('[data-parley-status=stored][data-parley-own]').waitFor();
    await bob.request('message.typing', { room_id: roomId });
    await page.getByText(/^bob\S* is typing…$/).waitFor();
    await fromBob('Yes.');
    await page.getByText(/is typing/).waitFor({ state: 'detached' });
  });

  it('share one state and one connection, whatever number of components shows them', async () => {
    await fromBob('Can you hear me?');
    const page = await inRoom();
    await list(page).getByText('Can you hear me?').waitFor();
    await page.evaluate(() => {
      app.unmount();
      app.mount(true);
    });
    await page.getByRole('navigation', { name: 'Titles' }).getByRole('button').click();
    await page.getByRole('log', { name: 'Copy' }).getByText(/^bob/).waitFor();
    await write(page, 'Yes.');
    await page.getByRole('log', { name: 'Copy' }).getByText('me').waitFor();
    expect(await list(page).locator('article').count()).toBe(2);
    expect(await asked(page, 'room.messages')).toBe(1);
    expect(await asked(page, 'user.update')).toBe(1);
    expect(connections).toBe(1);
  });

  it('stop collecting messages when nothing shows them', async () => {
    const page = await inRoom();
    expect(await page.evaluate((id) => app.isOpen(id), roomId)).toBe(true);
    await page.evaluate(() => app.unmount());
    await eventually(async () => !(await page.evaluate((id) => app.isOpen(id), roomId)));
    await fromBob('meanwhile');
    await page.evaluate(() => app.mount(false));
    await page.getByRole('button', { name: 'Friends 1 unread' }).click();
    await list(page).getByText('meanwhile').waitFor();
  });

  it('keep the place of the reader when older messages are loaded, and the end for new ones', async () => {
    for (let at = 1; at <= 120; at += 1) await fromBob(`message ${String(at)}`);
    const page = await inRoom();
    await list(page).getByText('message 120').waitFor();
    await expectEnd(page);
    await fromBob('message 121');
    await list(page).getByText('message 121').waitFor();
    await expectEnd(page);

    const first = list(page).locator('[data-parley-message]').first();
    const seq = Number(await first.getAttribute('data-parley-message'));
    const before = await list(page).evaluate((all: Scrolled) => {
      all.scrollTop = 0;
      return Math.round(all.getBoundingClientRect().top);
    });
    await eventually(async () => (await list(page).locator('article').count()) > 60);
    expect(await topOf(page, seq)).toBe(before);
    await fromBob('message 122');
    await list(page).getByText('message 122').waitFor();
    expect(await topOf(page, seq)).toBe(before);
    await eventually(async () => {
      await list(page).evaluate((all: Scrolled) => (all.scrollTop = 0));
      return (await list(page).getByText('message 1', { exact: true }).count()) > 0;
    });
    expect(await list(page).locator('article').count()).toBe(122);
  });

  it('show a refused message with its reason, and send it again or discard it', async () => {
    const news = { type: 'Channel', name: 'News', subscribers: [alice.id] };
    const { data: channel } = await bob.request('room.create', news);
    const page = await inRoom('News');
    await write(page, 'May I?');
    const refused = list(page).locator('[data-parley-status=failed]');
    await refused.getByText(/^Not sent: .+/).waitFor();
    await refused.getByRole('button', { name: 'Retry' }).click();
    await refused.getByText(/^Not sent: .+/).waitFor();
    const permission = { users: [alice.id], permission: ['can_send_messages'] };
    await bob.request('room.modify', { room_id: channel.id, action: 'add_permission', data: permission });
    await refused.getByRole('button', { name: 'Retry' }).click();
    await list(page).locator('[data-parley-status=stored]').getByText('May I?').waitFor();
    expect(await list(page).locator('article').count()).toBe(1);
  });

  it('say that the connection is lost, and send on the next one', async () => {
    const page = await inRoom();
    await list(page).getByText('No messages yet.').waitFor();
    cable.cut();
    await page.getByText('Connecting…').waitFor();
    await write(page, 'In a tunnel.');
    await list(page).getByText('Sending…').waitFor();
    cable.mend();
    await list(page).locator('[data-parley-status=stored]').getByText('In a tunnel.').waitFor();
    await page.getByText('Connecting…').waitFor({ state: 'detached' });
    expect(await asked(page, 'room.messages')).toBe(1);
  });
});
