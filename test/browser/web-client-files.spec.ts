import type { Message } from '@parley/protocol';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { chooseFiles, fileTiles, fixture, NOTES, PHOTO, PICTURE, transferFiles } from '../support/chosen-files.js';
import type { DeviceFile } from '../support/chosen-files.js';
import { eventually } from '../support/eventually.js';
import { newFriends } from '../support/friends.js';
import type { Friends } from '../support/friends.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { FileClient, longTextFile, sendFiles } from '../support/uploads.js';
import { WebClient } from '../support/web-client.js';

const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
const FILM = fixture('film.mp4', 'video/mp4');

let parley: Service;
let browser: Browser;
let friends: Friends;
let device: ChatClient;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  friends = await newFriends(parley);
  ({ device } = friends);
});
afterEach(async () => {
  await device.close();
  await browser.closeAll();
});

async function aliceOpens(options: object = {}): Promise<WebClient> {
  const client = await WebClient.open(browser, parley, friends.alice, options);
  await client.enter('Friends');
  return client;
}

/** Of a single colour, with more pixels than the service takes. */
const largePicture = sharp({ create: { width: 9_000, height: 6_000, channels: 3, background: 'teal' } });

const choose = (client: WebClient, ...files: DeviceFile[]): Promise<void> =>
  chooseFiles(client, client.page.locator('body'), ...files);

const tiles = ({ page }: WebClient): Locator => fileTiles(page.locator('body'));

const canSend = async (client: WebClient): Promise<void> => {
  await client.page.locator('button.send:not(:disabled)').waitFor();
};

async function received(count: number): Promise<Message> {
  const { data } = await device.receive('message.dispatch');
  expect(data.attachments).toHaveLength(count);
  return data;
}

describe('files', () => {
  it('are chosen, several at once, and sent with the text', async () => {
    const client = await aliceOpens();
    await choose(client, PICTURE, NOTES);
    await canSend(client);
    expect(await tiles(client).allInnerTexts()).toEqual([
      expect.stringContaining('picture.png'),
      expect.stringContaining('notes.txt'),
    ]);
    expect(await client.faults()).toEqual([]);
    await browser.screenshot(client.page, 'web-client-files-chosen');
    await client.send('Both of them');
    const { content, attachments } = await received(2);
    expect([content, attachments.map(({ filename }) => filename)]).toEqual([
      'Both of them',
      ['picture.png', 'notes.txt'],
    ]);
    await tiles(client).first().waitFor({ state: 'detached' });
    await client.history.getByRole('img', { name: 'picture.png' }).waitFor();
    await client.history.getByRole('link', { name: /notes\.txt/ }).waitFor();
  });

  it('are dropped on the conversation, and pasted', async () => {
    const client = await aliceOpens();
    await client.page.locator('.composer').waitFor();
    await eventually(async () => {
      await transferFiles(client.page, 'dragover', '.history', PICTURE);
      return client.page.getByText('Drop files here').isVisible();
    });
    await browser.screenshot(client.page, 'web-client-files-drop');
    await transferFiles(client.page, 'drop', '.history', PICTURE);
    await client.page.getByText('Drop files here').waitFor({ state: 'detached' });
    await transferFiles(client.page, 'paste', '.composer textarea', PHOTO);
    await eventually(async () => (await tiles(client).count()) === 2);
    await canSend(client);
    await client.button('Remove picture.png').click();
    await client.button('Send').click();
    const { attachments } = await received(1);
    expect(attachments[0]).toMatchObject({ filename: 'picture.jpg', media_type: 'image', state: 'ready' });
  });

  it('have captions, which are the alternative texts of pictures, also after a reload', async () => {
    const client = await aliceOpens();
    await choose(client, PICTURE, NOTES);
    const ofPicture = client.page.getByLabel('Caption and alt text of picture.png');
    const ofNotes = client.page.getByLabel('Caption of notes.txt');
    await ofPicture.fill('A red square');
    await ofNotes.fill('What was decided');
    await canSend(client);
    expect(await client.faults()).toEqual([]);
    await browser.screenshot(client.page, 'web-client-files-captions');
    await client.page.reload();
    await client.isIn();
    await eventually(async () => (await ofPicture.inputValue()) === 'A red square');
    await eventually(async () => (await ofNotes.inputValue()) === 'What was decided');
    await canSend(client);
    await client.send('Both of them');
    const { attachments } = await received(2);
    expect(attachments.map(({ caption }) => caption)).toEqual(['A red square', 'What was decided']);
    const picture = client.history.getByRole('img', { name: 'A red square' });
    await client.history.getByRole('figure').getByText('A red square').waitFor();
    await client.history.getByRole('figure').getByText('What was decided').waitFor();
    await picture.click();
    await client.dialog.getByRole('img', { name: 'A red square' }).waitFor();
    await client.dialog.getByText('picture.png').waitFor();
    await client.dialog.getByText('A red square').waitFor();
    expect(await client.faults()).toEqual([]);
    await browser.screenshot(client.page, 'web-client-files-caption-viewer');
  });

  it('that are refused say why, and can be removed or retried', async () => {
    browser.ignoreError(/status of 4(15|22)/, /status of 507/);
    const client = await aliceOpens();
    await choose(client, { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) });
    await client.page.getByText('The file is empty.').waitFor();
    expect(await client.button('Retry nothing.txt').count()).toBe(0);
    const huge = await largePicture.clone().webp({ effort: 0 }).toBuffer();
    await choose(client, { name: 'huge.webp', mimeType: 'image/webp', buffer: huge });
    await client.page.getByText('The picture has too many pixels.').waitFor();
    await choose(client, { name: 'letter.png', mimeType: 'image/png', buffer: Buffer.from('No picture at all') });
    await client.page.getByText('The file is not what its type says.').waitFor();
    let isFull = true;
    await client.page.route('**/api/uploads', (route) =>
      isFull ? route.fulfill({ status: 507, json: { detail: 'Full.', code: 'quota_exceeded' } }) : route.continue(),
    );
    await choose(client, NOTES);
    await client.page.getByText('Your files have no more room. Delete messages with files.').waitFor();
    expect(await client.page.locator('button.send').getAttribute('aria-label')).toContain('wait for the files');
    expect(await client.faults()).toEqual([]);
    await browser.screenshot(client.page, 'web-client-files-refused');
    isFull = false;
    await client.button('Retry notes.txt').click();
    for (const name of ['nothing.txt', 'huge.webp', 'letter.png']) await client.button(`Remove ${name}`).click();
    await canSend(client);
    await client.button('Send').click();
    await received(1);
  });

  it('can be cancelled on their way', async () => {
    const client = await aliceOpens();
    const removed = client.page.waitForRequest((request) => request.method() === 'DELETE');
    let reached!: () => void;
    const isOnItsWay = new Promise<void>((resolve) => {
      reached = resolve;
    });
    await client.page.route('**/api/uploads/*', (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      reached();
      return undefined;
    });
    browser.ignoreError(/net::ERR_/);
    await choose(client, NOTES);
    await isOnItsWay;
    await client.page.getByRole('progressbar', { name: 'Upload of notes.txt' }).waitFor();
    await client.button('Remove notes.txt').click();
    await tiles(client).first().waitFor({ state: 'detached' });
    await removed;
  });

  it('go on after a reload in the middle, at the byte at which they stopped', async () => {
    const client = await aliceOpens();
    const { page } = client;
    const long = longTextFile(2_500_000);
    let isCut = true;
    const offsets: string[] = [];
    await page.route('**/api/uploads/*', (route) => {
      const request = route.request();
      const offset = request.headers()['upload-offset'] ?? '';
      if (request.method() !== 'PATCH') return route.continue();
      if (isCut && offset !== '0') return undefined;
      offsets.push(offset);
      return route.continue();
    });
    browser.ignoreError(/net::ERR_/);
    await choose(client, { name: long.filename, mimeType: long.mime_type, buffer: long.bytes });
    const progress = page.getByRole('progressbar', { name: `Upload of ${long.filename}` });
    await eventually(() => progress.evaluate((bar: { value: number }) => bar.value >= 0.4));
    await browser.screenshot(page, 'web-client-files-progress');
    // The old page tries again until it is gone.
    await page.reload({ waitUntil: 'commit' });
    isCut = false;
    await client.isIn();
    await tiles(client).getByText(long.filename).waitFor();
    await canSend(client);
    expect(offsets).toEqual(['0', '1048576', '2097152']);
    await client.button('Send').click();
    const { attachments } = await received(1);
    expect(attachments[0]?.file_size).toBe(2_500_000);
    // A sent file is not offered again.
    await page.reload();
    await client.isIn();
    await client.history.getByRole('link', { name: new RegExp(long.filename) }).waitFor();
    expect(await tiles(client).count()).toBe(0);
  });
});

describe('received files', () => {
  async function bobSends(...files: readonly DeviceFile[]): Promise<Message> {
    const bob = new FileClient(parley, friends.bob);
    const ids: string[] = [];
    for (const { name, mimeType, buffer } of files)
      ids.push(await bob.upload(friends.room.id, { filename: name, mime_type: mimeType, bytes: buffer }));
    return sendFiles(device, friends.room.id, ...ids);
  }

  it('are shown in reserved places, and pictures in a viewer', async () => {
    await bobSends(PICTURE, PHOTO, FILM, fixture('tone.mp3', 'audio/mpeg'), NOTES);
    const client = await aliceOpens();
    const { page } = client;
    const first = client.history.getByRole('button', { name: 'picture.png' });
    await first.click();
    const viewer = client.dialog;
    await viewer.getByRole('img', { name: 'picture.png' }).waitFor();
    expect(await client.faults()).toEqual([]);
    await browser.screenshot(page, 'web-client-files-viewer');
    await page.keyboard.press('ArrowRight');
    await viewer.getByRole('img', { name: 'picture.jpg' }).waitFor();
    await viewer.getByText('2 of 2').waitFor();
    await page.keyboard.press('ArrowLeft');
    await viewer.getByRole('img', { name: 'picture.png' }).waitFor();
    await viewer.getByRole('button', { name: 'Zoom' }).click();
    const saved = page.waitForEvent('download');
    await viewer.getByRole('button', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toBe('picture.png');
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    await client.focused(first);
    const film = client.history.locator('video');
    await eventually(() => film.evaluate((video: { readyState: number }) => video.readyState >= 1));
    await client.history.locator('audio').waitFor();
    await client.setDirection('rtl');
    expect(await client.overflows()).toEqual([]);
    await browser.screenshot(page, 'web-client-files-rtl');
  });

  it('are swiped on a phone, in the dark', async () => {
    await bobSends(PICTURE, PHOTO);
    const client = await aliceOpens({ ...PHONE, colorScheme: 'dark' });
    await browser.screenshot(client.page, 'web-client-files-phone');
    await client.history.getByRole('button', { name: 'picture.png' }).tap();
    const viewer = client.dialog;
    await viewer.getByRole('img', { name: 'picture.png' }).waitFor();
    const session = await client.page.context().newCDPSession(client.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] });
    await touch('touchStart', 300);
    await touch('touchMove', 100);
    await touch('touchEnd');
    await viewer.getByRole('img', { name: 'picture.jpg' }).waitFor();
    await browser.screenshot(client.page, 'web-client-files-viewer-phone');
    expect(await client.faults()).toEqual([]);
  });

  it('whose address has expired are read at another one', async () => {
    browser.ignoreError(/status of 404/);
    await bobSends(PICTURE, NOTES);
    const client = await WebClient.open(browser, parley, friends.alice);
    const { page } = client;
    const refused = new Set<string>();
    await page.route('**/api/files/**', (route) => {
      const { pathname } = new URL(route.request().url());
      if (refused.has(pathname)) return route.continue();
      refused.add(pathname);
      return route.fulfill({ status: 404 });
    });
    await client.enter('Friends');
    const picture = client.history.getByRole('img', { name: 'picture.png' });
    await eventually(() => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth > 0));
    expect(refused.size).toBe(1);
  });

  it('at foreign addresses load after a click', async () => {
    const client = await aliceOpens();
    const asked: string[] = [];
    await client.page.context().route('https://media.example/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ body: PICTURE.buffer, contentType: 'image/png' });
    });
    const media = [{ media_url: 'https://media.example/a.png', media_type: 'image', mime_type: 'image/png' }];
    await device.request('message.send', { room_id: friends.room.id, content: 'See', extra_fields: { media } });
    const show = client.button('Show picture from media.example');
    await show.waitFor();
    expect(asked).toEqual([]);
    await show.click();
    const frame = client.page.frameLocator('iframe[title="a.png"]');
    const picture = frame.getByRole('img', { name: 'a.png' });
    await eventually(() => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth > 0));
    expect(asked).toHaveLength(1);
    await client.page.context().route('https://media.example/**', (route) => route.abort());
    browser.ignoreError(/net::ERR_FAILED/);
    await device.request('message.send', {
      room_id: friends.room.id,
      content: 'Gone',
      extra_fields: { media: [{ ...media[0], media_url: 'https://media.example/gone.png' }] },
    });
    await client.history.getByRole('link', { name: 'gone.png' }).waitFor();
  });
});
