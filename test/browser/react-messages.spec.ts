import type { Locator, Page } from 'playwright-core';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { PICTURE } from '../support/chosen-files.js';
import { eventually } from '../support/eventually.js';
import { newFriends } from '../support/friends.js';
import type { Friends } from '../support/friends.js';
import { expectAccessible, ReactKit } from '../support/react-kit.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { FileClient, sendFiles, textFile } from '../support/uploads.js';

let parley: Service;
let browser: Browser;
let kit: ReactKit;
let friends: Friends;
let bob: ChatClient;
let roomId: string;

beforeAll(async () => {
  [parley, browser, kit] = await Promise.all([sharedService(), Browser.shared(), ReactKit.start()]);
});
afterAll(() => kit.stop());
beforeEach(async () => {
  friends = await newFriends(parley);
  bob = friends.device;
  roomId = friends.room.id;
});
afterEach(() => browser.closeAll());

const opened = (): Promise<Page> => kit.open(browser, parley, friends.alice, roomId);
const rows = (page: Page): Locator => page.getByRole('log').getByRole('article');

const sent = async (content: string, fields: object = {}): Promise<string> =>
  (await bob.request('message.send', { room_id: roomId, content, extra_fields: fields })).data.id;

const reactionsOf = (page: Page): Locator => page.getByRole('group', { name: 'Reactions' });

describe('the parts of a message', () => {
  it('show reactions with their number and names, and the user joins, leaves and adds them by the keyboard', async () => {
    const id = await sent('Lunch?');
    await bob.request('message.react', { room_id: roomId, type: 'add', message_id: id, reaction_content: '👍' });
    const page = await opened();
    const theirs = reactionsOf(page).getByRole('button', { name: /^👍 1: bob/ });
    expect(await theirs.getAttribute('aria-pressed')).toBe('false');
    await theirs.press('Enter');
    const both = reactionsOf(page).getByRole('button', { name: /^👍 2: / });
    await both.and(page.locator('[aria-pressed=true]')).waitFor();

    const add = reactionsOf(page).getByRole('button', { name: 'Add a reaction' });
    await add.press('Enter');
    expect(await add.getAttribute('aria-expanded')).toBe('true');
    await expectAccessible(browser, page, 'react-reactions');
    const choices = page.getByRole('group', { name: 'Add a reaction' });
    await choices.getByRole('button', { name: '🎉' }).press('Escape');
    await choices.waitFor({ state: 'detached' });
    expect(await add.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Add a reaction');

    // One reaction a user in this room: it replaces the first one.
    await add.press('Enter');
    await choices.getByRole('button', { name: '🎉' }).press('Enter');
    const own = reactionsOf(page).getByRole('button', { name: /^🎉 1: alice/ });
    await own.waitFor();
    await theirs.and(page.locator('[aria-pressed=false]')).waitFor();
    await own.click();
    await own.waitFor({ state: 'detached' });
  });

  it('keep several reactions of a user in a room that has them', async () => {
    await bob.request('room.modify', { room_id: roomId, action: 'update', data: { reactions: 'many' } });
    await sent('Lunch?');
    const page = await opened();
    for (const reaction of ['👍', '🎉']) {
      await reactionsOf(page).getByRole('button', { name: 'Add a reaction' }).click();
      await page.getByRole('group', { name: 'Add a reaction' }).getByRole('button', { name: reaction }).click();
      await reactionsOf(page)
        .getByRole('button', { name: new RegExp(`^${reaction} 1: alice`) })
        .waitFor();
    }
    expect(await reactionsOf(page).locator('[aria-pressed=true]').count()).toBe(2);
  });

  it('say why a reaction was refused', async () => {
    await sent('Lunch?');
    const page = await opened();
    await reactionsOf(page).waitFor();
    await bob.request('room.remove_members', { room_id: roomId, members: [friends.alice.id] });
    await reactionsOf(page).getByRole('button', { name: 'Add a reaction' }).click();
    await page.getByRole('group', { name: 'Add a reaction' }).getByRole('button', { name: '👍' }).click();
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
  });

  it('show messages of a kind by the component of the application, and those of other kinds as text', async () => {
    await sent('Your order', { kind: 'order.card', metadata: { number: 17 } });
    await sent('As a text', { kind: 'tracking.card' });
    const page = await opened();
    await rows(page).getByText('Order 17').waitFor();
    expect(await rows(page).getByText('Your order').count()).toBe(0);
    await rows(page).getByText('As a text').waitFor();
    await reactionsOf(page).first().waitFor();
  });

  it('show an uploaded picture in a reserved place with its name, and other files as links', async () => {
    const files = new FileClient(parley, friends.bob);
    const picture = { filename: 'picture.png', mime_type: 'image/png', bytes: PICTURE.buffer };
    const ids = await Promise.all([picture, textFile('The minutes')].map((each) => files.upload(roomId, each)));
    await sendFiles(bob, roomId, ...ids);
    const media_url = 'https://elsewhere.example/plan.png';
    await sent('', { media: [{ media_url, media_type: 'image', mime_type: 'image/png', caption: 'The plan' }] });
    const page = await opened();
    const shown = page.getByRole('img', { name: 'picture.png' });
    await shown.waitFor();
    await eventually(() => shown.evaluate('document.querySelector("article img").naturalWidth > 0'));
    expect(Number(await shown.getAttribute('width'))).toBeGreaterThan(0);
    expect(Number(await shown.getAttribute('height'))).toBeGreaterThan(0);
    const notes = page.getByRole('link', { name: 'notes.txt' });
    expect(await (await fetch(String(await notes.getAttribute('href')))).text()).toBe('The minutes');
    // Its host does not learn who reads the message.
    const elsewhere = page.getByRole('link', { name: 'The plan' });
    expect(await elsewhere.getAttribute('href')).toBe(media_url);
    expect(await page.getByRole('img', { name: 'The plan' }).count()).toBe(0);
    await expectAccessible(browser, page, 'react-attachments');
  });
});
