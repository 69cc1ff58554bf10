import type { Room } from '@parley/protocol';

import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { ChatClient } from '../support/chat-client.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

/** An image of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

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

const bobSends = async (content: string): Promise<void> => {
  await device.request('message.send', { room_id: room.id, content });
};

/** Opens the room for both users. */
async function both(): Promise<[WebClient, WebClient]> {
  const pages = [await WebClient.open(browser, parley, alice), await WebClient.open(browser, parley, bob)] as const;
  for (const page of pages) await page.enter('Friends');
  return [...pages];
}

it('scrolling up loads a long history', async () => {
  const sent = Array.from({ length: 160 }, (_, at) => `Message ${String(at)}`);
  for (const text of sent) await bobSends(text);
  const other = await alice.connect();
  await other.request('message.read', { room_id: room.id, up_to_seq: Number.MAX_SAFE_INTEGER });
  await other.close();
  const page = await WebClient.open(browser, parley, alice);
  await page.enter('Friends');
  await eventually(async () => (await page.texts()).length > 0);
  expect((await page.texts()).length).toBeLessThan(sent.length);
  await eventually(async () => {
    await page.history.evaluate((box: { scrollTop: number }) => {
      box.scrollTop = 0;
    });
    return (await page.texts()).length === sent.length;
  });
  expect(await page.texts()).toEqual(sent);
  await page.page.getByText('There are no older messages.').waitFor();
});

it('new messages below the visible part are counted, and a button scrolls to them', async () => {
  for (let at = 0; at < 40; at += 1) await bobSends(`Message ${String(at)}`);
  const page = await WebClient.open(browser, parley, alice);
  await page.enter('Friends');
  await page.page.getByText('New messages', { exact: true }).waitFor();
  await page.button(/^(Jump to the newest message|\d+ new messages?)$/).click();
  await page.room('Friends').getByText('unread').waitFor({ state: 'detached' });
  await page.history.focus();
  await page.history.press('Home');
  await page.button('Jump to the newest message').waitFor();
  await bobSends('One more');
  await bobSends('And another');
  await page.button('2 new messages').click();
  await page.button('2 new messages').waitFor({ state: 'detached' });
  await page.room('Friends').getByText('unread').waitFor({ state: 'detached' });
});

it('a message can be replied to, reacted to, edited and deleted', async () => {
  const [alices, bobs] = await both();
  await bobs.send('Shall we meet?');
  await alices.expectText('Shall we meet?');
  await alices.act('Shall we meet?', 'Reply');
  await alices.send('At noon');
  const answer = bobs.message('At noon');
  await answer.getByRole('button', { name: 'bob Tester Shall we meet?' }).waitFor();

  await bobs.act('At noon', 'React');
  await answer.getByRole('button', { name: 'Party' }).click();
  await alices.message('At noon').getByRole('button', { name: '🎉 1 by bob Tester' }).waitFor();
  await answer.getByRole('button', { name: '🎉 1 by you' }).click();
  await alices.message('At noon').getByRole('button', { name: /🎉/ }).waitFor({ state: 'detached' });

  await alices.act('At noon', 'Edit');
  expect(await alices.composer.inputValue()).toBe('At noon');
  await alices.send('At one');
  await bobs.message('At one').getByText('edited').waitFor();

  await bobs.act('Shall we meet?', 'Delete');
  await bobs.dialog.getByRole('button', { name: 'Delete' }).click();
  await alices.message('Shall we meet?').waitFor({ state: 'detached' });
  await alices
    .message('At one')
    .getByRole('button', { name: /Shall we meet/ })
    .waitFor({ state: 'detached' });
});

it('a message can be forwarded to another room', async () => {
  await device.request('room.create', { type: 'OneToOneChat', participants: [alice.id] });
  const [alices, bobs] = await both();
  await bobs.send('Worth knowing');
  await alices.act('Worth knowing', 'Forward');
  await alices.dialog.getByRole('button', { name: 'bob Tester' }).click();
  await alices.dialog.getByRole('button', { name: 'Forward' }).click();
  await alices.page.getByRole('heading', { name: 'bob Tester', level: 1 }).waitFor();
  await alices.history.getByText('Forwarded from bob Tester').waitFor();
  await bobs.enter('alice Tester');
  await bobs.history.getByText('Forwarded from bob Tester').waitFor();
  await bobs.history.getByText('Worth knowing').waitFor();
});

it('a message is forwarded to several rooms that are found by their names, below a comment', async () => {
  const teams = ['Garden team', 'Kitchen team', 'Harbour'];
  // Fewer rooms have no filter.
  const others = ['Attic', 'Cellar', 'Office', 'Workshop'];
  for (const name of [...teams, ...others])
    await device.request('room.create', { type: 'GroupChat', name, participants: [alice.id] });
  const [alices, bobs] = await both();
  await bobs.send('Worth knowing');
  await alices.act('Worth knowing', 'Forward');
  const { dialog } = alices;
  await dialog.getByLabel('Filter rooms').fill('team');
  await dialog.getByRole('button', { name: 'Harbour' }).waitFor({ state: 'detached' });
  for (const name of teams.slice(0, 2)) await dialog.getByRole('button', { name }).click();
  await dialog.getByLabel('Comment (optional)').fill('For all of us');
  await expect(alices.faults()).resolves.toEqual([]);
  await browser.screenshot(alices.page, 'web-client-forward-several');
  await dialog.getByRole('button', { name: 'Forward', exact: true }).click();
  await alices.page.getByText('Forwarded.', { exact: true }).waitFor();
  for (const name of teams.slice(0, 2)) {
    await bobs.enter(name);
    await bobs.expectText('For all of us');
    await bobs.history.getByText('Worth knowing').waitFor();
  }
});

it('an image and a file can be attached by URL', async () => {
  const [alices, bobs] = await both();
  for (const { page } of [alices, bobs])
    await page
      .context()
      .route('https://media.example/**', (route) =>
        route.fulfill({ body: Buffer.from(PNG, 'base64'), contentType: 'image/png' }),
      );
  const attaches = async (address: string, caption: string): Promise<void> => {
    await alices.add('Attach a file by URL');
    await alices.dialog.getByLabel('URL').fill(address);
    await alices.dialog.getByLabel('Caption').fill(caption);
    await alices.dialog.getByRole('group', { name: 'Preview' }).waitFor();
    await alices.dialog.getByRole('button', { name: 'Attach' }).click();
  };
  await attaches('https://media.example/harbour.png', 'The harbour');
  await attaches('https://media.example/plan.pdf', 'The plan');
  await alices.send('See');
  await bobs.expectText('See');
  await bobs.button('Show picture from media.example').click();
  const frame = bobs.page.frameLocator('iframe[title="The harbour"]');
  const picture = frame.getByRole('img', { name: 'The harbour' });
  await eventually(() => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth === 1));
  const link = bobs.history.getByRole('link', { name: 'The plan' });
  expect(await link.getAttribute('href')).toBe('https://media.example/plan.pdf');
  await browser.screenshot(bobs.page, 'web-client-attachments');
});

it('all actions work with the keyboard', async () => {
  const [alices, bobs] = await both();
  const { keyboard } = alices.page;
  await alices.composer.focus();
  await keyboard.type('One line');
  await keyboard.press('Shift+Enter');
  await keyboard.type('and another');
  await keyboard.press('Enter');
  await bobs.expectText('One line\nand another');

  await keyboard.press('ArrowUp');
  await alices.page.getByText('Edit message').waitFor();
  await keyboard.press('Escape');
  await alices.page.getByText('Edit message').waitFor({ state: 'detached' });

  await bobs.send('First');
  await bobs.send('Second');
  await alices.expectText('Second');
  await alices.message('Second').focus();
  await keyboard.press('ArrowUp');
  await alices.focused(alices.message('First'));
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await bobs.message('First').getByRole('button', { name: '❤️ 1 by alice Tester' }).waitFor();

  await alices.room('Friends').focus();
  await alices.button('New conversation').press('Enter');
  await alices.dialog.waitFor();
  await keyboard.press('Escape');
  await alices.dialog.waitFor({ state: 'detached' });
  await alices.focused(alices.button('New conversation'));
});

it('a draft survives a lock of the room', async () => {
  const [alices] = await both();
  await alices.composer.fill('Am I heard?');
  await device.request('room.modify', { room_id: room.id, action: 'update', data: { group_locked: true } });
  await alices.page.getByText('Only admins can post here.').waitFor();
  await device.request('room.modify', { room_id: room.id, action: 'update', data: { group_locked: false } });
  expect(await alices.composer.inputValue()).toBe('Am I heard?');
});
