import type { Message } from '@parley/protocol';
import sharp from 'sharp';

import { Browser } from '../support/browser.js';
import { chooseFiles, fixture, PICTURE } from '../support/chosen-files.js';
import type { DeviceFile } from '../support/chosen-files.js';
import { newFriends } from '../support/friends.js';
import type { Friends } from '../support/friends.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let friends: Friends;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  friends = await newFriends(parley);
});
afterEach(async () => {
  await friends.device.close();
  await browser.closeAll();
});

async function aliceOpens(): Promise<WebClient> {
  const client = await WebClient.open(browser, parley, friends.alice);
  await client.enter('Friends');
  return client;
}

async function choose(client: WebClient, ...files: DeviceFile[]): Promise<void> {
  await chooseFiles(client, client.page.locator('body'), ...files);
  await client.page.locator('button.send:not(:disabled)').waitFor();
}

const received = async (): Promise<Message> => (await friends.device.receive('message.dispatch')).data;

it('files of any type are sent, and saved under a name that runs nothing', async () => {
  browser.ignoreError(/status of 422/);
  const client = await aliceOpens();
  const anyType = (name: string, mimeType: string, content: string): DeviceFile => ({
    name,
    mimeType,
    buffer: Buffer.from(content, 'latin1'),
  });
  const files = [
    anyType('page.html', 'text/html', '<!doctype html><script>document.title = 1</script>'),
    anyType('data.json', 'application/json', '{}'),
    anyType('all.tar.gz', 'application/gzip', '\x1f\x8b\x08'),
    anyType('main.ts', 'video/mp2t', 'let a;'),
    anyType('old.txt', 'text/plain', 'na\xefve'),
    fixture('picture.heic', 'image/heic'),
  ];
  await choose(client, ...files);
  await client.button('Send').click();
  const { attachments } = await received();
  expect(attachments.map(({ filename }) => filename)).toEqual(files.map(({ name }) => name));
  expect(new Set(attachments.map(({ mime_type: type }) => type))).toEqual(new Set(['application/octet-stream']));
  const address = new URL(attachments[0]!.media_url, parley.url);
  const { headers } = await fetch(address);
  expect(headers.get('content-disposition')).toBe('attachment; filename=page.html.txt');
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-security-policy')).toContain('sandbox');
  const saved = client.page.waitForEvent('download');
  await client.history.getByRole('link', { name: 'all.tar.gz' }).click();
  expect((await saved).suggestedFilename()).toBe('all.tar.gz');
  await client.expectAccessible(browser, 'web-client-files-of-any-type');
});

it('pictures of too many pixels are made smaller', async () => {
  const client = await aliceOpens();
  const large = await sharp({ create: { width: 9_000, height: 6_000, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await choose(client, { name: 'large.png', mimeType: 'image/png', buffer: large });
  await client.button('Send').click();
  const { attachments } = await received();
  const { width, height, media_type: type } = attachments[0]!;
  expect(type).toBe('image');
  expect(Math.round((100 * Number(width)) / Number(height))).toBe(150);
  expect(Number(width) * Number(height)).toBeGreaterThan(49_000_000);
});

it('several pictures of a message are tiles, the last with the number of the others, and a GIF has a mark', async () => {
  const client = await aliceOpens();
  const gif = fixture('picture.gif', 'image/gif');
  const pictures = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...PICTURE, name: `${name}.png` }));
  await choose(client, gif, ...pictures);
  await client.button('Send').click();
  await received();
  const tiles = client.history.locator('.tiles');
  await tiles.getByText('+2', { exact: true }).waitFor();
  expect(await tiles.getByRole('button').count()).toBe(4);
  await tiles.getByText('GIF', { exact: true }).waitFor();
  await client.expectAccessible(browser, 'web-client-tiles');
  await tiles.getByRole('button').last().click();
  await client.dialog.getByText('4 of 6').waitFor();
  await client.page.keyboard.press('Escape');
  await client.page.setViewportSize({ width: 360, height: 740 });
  await browser.screenshot(client.page, 'web-client-tiles-phone');
  expect(await client.overflows()).toEqual([]);
});
