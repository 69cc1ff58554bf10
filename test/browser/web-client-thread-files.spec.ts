import type { Message } from '@parley/protocol';
import type { Locator } from 'playwright-core';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { chooseFiles, fileTiles, NOTES, PHOTO, PICTURE, transferFiles } from '../support/chosen-files.js';
import { eventually } from '../support/eventually.js';
import { newFriends } from '../support/friends.js';
import type { Friends } from '../support/friends.js';
import { sendMessage } from '../support/messaging.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

const PHONE = { viewport: { width: 360, height: 740 } };

let parley: Service;
let browser: Browser;
let friends: Friends;
let device: ChatClient;
let start: Message;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  friends = await newFriends(parley);
  ({ device } = friends);
  start = await sendMessage(device, friends.room, 'Where is the plan?');
});
afterEach(async () => {
  await device.close();
  await browser.closeAll();
});

async function openThread(options: object = {}): Promise<[WebClient, Locator]> {
  const client = await WebClient.open(browser, parley, friends.alice, options);
  await client.enter('Friends');
  await client.act('Where is the plan?', 'Reply in thread');
  await client.dialog.getByLabel('Reply in thread').waitFor();
  return [client, client.dialog];
}

const replied = async (): Promise<Message> => {
  const { data } = await device.receive('message.dispatch', ({ data: { thread } }) => thread?.id === start.id);
  return data;
};

const namesIn = ({ attachments }: Message): unknown[] => attachments.map(({ filename }) => filename);

describe('files of a reply in a thread', () => {
  it('are chosen, dropped on the thread and pasted there, and sent without a text', async () => {
    const [client, thread] = await openThread();
    const { page } = client;
    await chooseFiles(client, thread, NOTES);
    await transferFiles(page, 'dragover', 'dialog .thread-messages', PICTURE);
    await thread.getByText('Drop files here').waitFor();
    expect(await page.getByText('Drop files here').count()).toBe(1);
    await browser.screenshot(page, 'web-client-thread-files-drop');
    await transferFiles(page, 'drop', 'dialog .thread-messages', PICTURE);
    await transferFiles(page, 'paste', 'dialog textarea', PHOTO);
    await eventually(async () => (await fileTiles(thread).count()) === 3);
    await thread.getByRole('button', { name: 'Remove picture.jpg' }).click();
    await thread.getByLabel('Caption and alt text of picture.png').fill('The plan of the garden');
    const send = thread.getByRole('button', { name: 'Send reply' });
    await eventually(() => send.isEnabled());
    expect(await client.faults()).toEqual([]);
    await browser.screenshot(page, 'web-client-thread-files');
    await send.click();
    const reply = await replied();
    expect([reply.content, namesIn(reply)]).toEqual(['', ['notes.txt', 'picture.png']]);
    expect(reply.attachments[1]?.caption).toBe('The plan of the garden');
    const replies = thread.getByRole('list', { name: 'Thread' });
    await replies.getByRole('img', { name: 'The plan of the garden' }).waitFor();
    // The caption is not repeated in place of a text.
    expect(await replies.getByText('The plan of the garden').count()).toBe(1);
    expect(await fileTiles(thread).count()).toBe(0);
  });

  it('can be cancelled on their way, and are not those of the room', async () => {
    const [client, thread] = await openThread(PHONE);
    const { page } = client;
    browser.ignoreError(/net::ERR_/);
    await page.route('**/api/uploads/*', (route) =>
      route.request().method() === 'PATCH' ? undefined : route.continue(),
    );
    await chooseFiles(client, thread, NOTES);
    await thread.getByRole('progressbar', { name: 'Upload of notes.txt' }).waitFor();
    expect(await thread.getByRole('button', { name: 'Send reply' }).isDisabled()).toBe(true);
    expect(await client.overflows()).toEqual([]);
    await browser.screenshot(page, 'web-client-thread-files-phone');
    expect(await fileTiles(page.locator('body')).count()).toBe(1);
    const removed = page.waitForRequest((request) => request.method() === 'DELETE');
    await thread.getByRole('button', { name: 'Remove notes.txt' }).click();
    await removed;
    await fileTiles(thread).first().waitFor({ state: 'detached' });
  });

  it('that are not sent are in the thread again after a reload', async () => {
    const [client, thread] = await openThread();
    await chooseFiles(client, thread, NOTES);
    await thread.getByLabel('Caption of notes.txt').fill('What was decided');
    const send = thread.getByRole('button', { name: 'Send reply' });
    await eventually(() => send.isEnabled());
    await client.page.reload();
    await client.isIn();
    await client.act('Where is the plan?', 'Reply in thread');
    const field = thread.getByLabel('Reply in thread');
    await client.focused(field);
    await eventually(() => send.isEnabled());
    await field.fill('Here');
    await send.click();
    const reply = await replied();
    expect([reply.content, namesIn(reply), reply.attachments[0]?.caption]).toEqual([
      'Here',
      ['notes.txt'],
      'What was decided',
    ]);
  });
});
