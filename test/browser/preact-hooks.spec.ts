import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { Browser } from '../support/browser.js';
import { builtPage } from '../support/built-page.js';
import type { ChatClient } from '../support/chat-client.js';
import { NOTES } from '../support/chosen-files.js';
import { newFriends } from '../support/friends.js';
import { PageHost } from '../support/page-host.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

declare const app: { start(settings: object): void };

const APP = join(import.meta.dirname, 'page/preact-app.tsx');

let parley: Service;
let browser: Browser;
let host: PageHost;
let alice: TestUser;
let bob: ChatClient;
let roomId: string;

beforeAll(async () => {
  const built = await builtPage(await readFile(APP, 'utf8'));
  // Neither React nor the layer of Preact that stands for it.
  expect(built['/program.js']).not.toMatch(/react\.(transitional\.)?element|__SECRET_INTERNALS/);
  [parley, browser, host] = await Promise.all([sharedService(), Browser.shared(), PageHost.start(built)]);
});
afterAll(() => host.stop());
beforeEach(async () => {
  const friends = await newFriends(parley);
  ({ alice, device: bob } = friends);
  roomId = friends.room.id;
});
afterEach(() => browser.closeAll());

async function sent(content: string, extra_fields: object = {}): Promise<string> {
  return (await bob.request('message.send', { room_id: roomId, content, extra_fields })).data.id;
}

/** The page of Alice, without a room. */
async function opened(): Promise<Page> {
  const page = await browser.open(host.url, { permissions: ['local-network-access'] });
  await page.waitForFunction(() => 'app' in globalThis);
  await page.evaluate((settings) => app.start(settings), { address: parley.url, token: alice.tokens.access });
  return page;
}

async function inRoom(): Promise<Page> {
  const page = await opened();
  await page.getByRole('button', { name: 'Friends' }).click();
  return page;
}

async function write(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).fill(text);
  await page.getByRole('textbox', { name: label }).press('Enter');
}

const fromAlice = () => bob.receive('message.dispatch', ({ data }) => data.sender.id === alice.id);

describe('a page with Preact', () => {
  it('talks with the hooks', async () => {
    await sent('Can you hear me?');
    const page = await opened();
    await page.locator(`[data-state=online][data-unread="1"][data-self="${alice.username}"]`).waitFor();
    await page.getByRole('button', { name: 'Friends' }).click();
    await page.getByRole('listitem').getByText('Can you hear me?').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).pressSequentially('Yes.');
    await bob.receive('messagetyping.dispatch');
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await page.getByRole('listitem').locator('[data-status=stored][data-own=true]').getByText('Yes.').waitFor();
    expect((await fromAlice()).data.content).toBe('Yes.');
    await bob.request('message.typing', { room_id: roomId });
    await page.getByRole('status').getByText(/^bob/).waitFor();
  });

  it('shows reactions and own kinds, and joins a reaction', async () => {
    const message_id = await sent('Your order', { kind: 'order.card', metadata: { number: 17 } });
    await bob.request('message.react', { room_id: roomId, type: 'add', message_id, reaction_content: '👍' });
    const page = await inRoom();
    await page.getByText('Order 17').waitFor();
    await page.getByRole('button', { name: '👍 1', pressed: false }).click();
    await page.getByRole('button', { name: '👍 2', pressed: true }).waitFor();
  });

  it('reads a thread and replies to it', async () => {
    const id = await sent('Where is the plan?');
    const page = await inRoom();
    await page.getByRole('button', { name: 'Replies: 0' }).click();
    const thread = page.getByRole('region', { name: 'Thread' });
    await thread.getByText('Where is the plan?').waitFor();
    await sent('Here.', { thread_id: id });
    await thread.getByText('Here.').waitFor();
    await write(page, 'Reply', 'Thank you.');
    expect((await fromAlice()).data).toMatchObject({ content: 'Thank you.', thread: { id } });
    await page.getByRole('button', { name: 'Replies: 2' }).waitFor();
    await thread.locator('[data-status=stored]').getByText('Thank you.').waitFor();
  });

  it('uploads a file for a message, and links to it at the address of the service', async () => {
    const page = await inRoom();
    await page.getByLabel('File').setInputFiles(NOTES);
    await page.locator('[data-files="1"][data-ready=true]').waitFor({ state: 'attached' });
    await write(page, 'Message', 'The minutes');
    await page.locator('[data-files="0"]').waitFor({ state: 'attached' });
    const address = await page.getByRole('link', { name: 'notes.txt' }).getAttribute('href');
    expect(address).toMatch(new RegExp(`^${parley.url}/`));
    expect((await fetch(String(address))).ok).toBe(true);
  });

  it('finds messages by words', async () => {
    await sent('The plan is ready.');
    const page = await opened();
    await page.locator('[data-state=online]').waitFor();
    await write(page, 'Words', 'plan');
    await page.locator('mark').getByText('plan').waitFor();
    await page.locator('[data-done=true]').waitFor();
  });
});
