import type { Room } from '@parley/protocol';
import sharp from 'sharp';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { historyOf, sendMessage } from '../support/messaging.js';
import { PageServer } from '../support/page-server.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let pages: PageServer;
let alice: TestUser;
let device: ChatClient;
let room: Room;
let picture: Buffer;

beforeAll(async () => {
  [parley, browser, pages] = await Promise.all([sharedService('everyPart'), Browser.shared(), PageServer.start()]);
  const background = { r: 20, g: 90, b: 200 };
  picture = await sharp({ create: { width: 600, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
});
beforeEach(async () => {
  let bob: TestUser;
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  device = await bob.connect();
  ({ data: room } = await device.request('room.create', {
    type: 'GroupChat',
    name: 'Friends',
    participants: [alice.id],
  }));
});
afterEach(async () => {
  await device.close();
  await browser.closeAll();
});
afterAll(() => pages.stop());

it('the preview of a link is a card with the picture of the page, which its author removes', async () => {
  pages.serves('/card.png', picture, 'image/png');
  const description = {
    title: 'A good page',
    description: 'What it is about',
    site_name: 'The site',
    image: '/card.png',
  };
  const url = pages.page('/card', description);
  const client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
  await sendMessage(device, room, `Bob likes ${url}`);
  const card = client.history.getByRole('link', { name: 'A good page' });
  await card.waitFor();
  for (const text of [new URL(url).host, 'The site', 'What it is about'])
    await card.getByText(text, { exact: true }).waitFor();
  expect(
    await card.evaluate((link: { href: string; target: string; rel: string }) => [link.href, link.target, link.rel]),
  ).toEqual([url, '_blank', 'noopener noreferrer']);
  const image = card.locator('img');
  await eventually(() => image.evaluate(({ naturalWidth }: { naturalWidth: number }) => naturalWidth === 480));
  expect(await image.evaluate(({ width, height }: { width: number; height: number }) => height / width)).toBeCloseTo(
    0.5,
  );
  expect(await client.history.getByRole('button', { name: 'Remove A good page' }).count()).toBe(0);
  await expect(client.faults()).resolves.toEqual([]);

  await client.page.getByRole('textbox', { name: 'Message' }).fill(url);
  await client.page.keyboard.press('Enter');
  await client.history.getByRole('button', { name: 'Remove A good page' }).click();
  await eventually(async () => (await card.count()) === 1);
  const [own, bobs] = await historyOf(device, room);
  expect([own!.link_previews.length, bobs!.link_previews.length]).toEqual([0, 1]);
});

it('a picture of another host is shown without a click, and the browser asks only the service for it', async () => {
  const url = pages.serves('/foreign.png', picture, 'image/png');
  const client = await WebClient.open(browser, parley, alice);
  const asked: string[] = [];
  client.page.on('request', (request: { url(): string }) => asked.push(request.url()));
  await client.enter('Friends');
  const media = [
    { media_url: url, media_type: 'image', mime_type: 'image/png', caption: 'A blue picture' },
    { media_url: `${pages.url}/missing.png`, media_type: 'image', mime_type: 'image/png' },
  ];
  browser.ignoreError(/502/);
  await device.request('message.send', { room_id: room.id, content: 'See', extra_fields: { media } });
  const image = client.history.getByRole('img', { name: 'A blue picture' });
  await eventually(() => image.evaluate(({ naturalWidth }: { naturalWidth: number }) => naturalWidth === 600));
  await client.button(`Show picture from ${new URL(pages.url).host}`).waitFor();
  expect(asked.filter((each) => each.startsWith(pages.url))).toEqual([]);
  expect(pages.requests('/foreign.png')).toBe(1);
});
