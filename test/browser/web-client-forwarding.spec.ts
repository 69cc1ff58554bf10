import { Browser } from '../support/browser.js';
import { PHOTO, PICTURE } from '../support/chosen-files.js';
import { newFriends } from '../support/friends.js';
import type { Friends } from '../support/friends.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { FileClient, sendFiles } from '../support/uploads.js';
import { WebClient } from '../support/web-client.js';

const TEXT = '**Bring** [the map](https://a.example/map)';

let parley: Service;
let browser: Browser;
let friends: Friends;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  friends = await newFriends(parley);
  const { device, alice } = friends;
  await device.request('room.create', { type: 'GroupChat', name: 'Walkers', participants: [alice.id] });
});
afterEach(async () => {
  await friends.device.close();
  await browser.closeAll();
});

async function forward(client: WebClient, act: () => Promise<void>): Promise<void> {
  await client.enter('Friends');
  await act();
  await client.dialog.getByText('Only people who can read the original message see it').waitFor();
  await client.dialog.getByRole('button', { name: 'Walkers' }).click();
  await client.dialog.getByRole('button', { name: 'Forward', exact: true }).click();
  await client.page.getByRole('heading', { name: 'Walkers', level: 1 }).waitFor();
}

it('a forwarded message has the formats and links of its original, and previews its plain text', async () => {
  const { device, room, alice } = friends;
  await device.request('message.send', { room_id: room.id, content: TEXT });
  const client = await WebClient.open(browser, parley, alice);
  await client.room('Friends').getByText('Bring the map').waitFor();
  await forward(client, async () => {
    await client.act('Bring the map', 'Forward');
    await client.dialog.locator('blockquote').getByText('Bring the map').waitFor();
  });
  const forwarded = client.history.getByRole('article').filter({ hasText: 'Forwarded from bob Tester' });
  await forwarded.locator('strong', { hasText: /^Bring$/ }).waitFor();
  expect(await forwarded.getByRole('link', { name: 'the map' }).getAttribute('href')).toBe('https://a.example/map');
  await client.room('Walkers').getByText('Bring the map').waitFor();
  await client.expectAccessible(browser, 'web-client-forwarded-text');
});

it('a forwarded message has the files of its original', async () => {
  const { device, room, alice, bob } = friends;
  const files = new FileClient(parley, bob);
  const ids = [];
  for (const { name, mimeType, buffer } of [PICTURE, PHOTO, { ...PICTURE, name: 'other.png' }]) {
    ids.push(await files.upload(room.id, { filename: name, mime_type: mimeType, bytes: buffer }));
  }
  await sendFiles(device, room.id, ...ids);
  const client = await WebClient.open(browser, parley, alice);
  await forward(client, async () => {
    const message = client.history.getByRole('article').filter({ has: client.page.locator('img') });
    await message.focus();
    await message.getByRole('button', { name: 'Forward', exact: true }).click();
    await client.dialog.getByRole('img', { name: 'picture.jpg' }).waitFor();
    await client.expectAccessible(browser, 'web-client-forward-dialog');
  });
  const forwarded = client.history.getByRole('article').filter({ hasText: 'Forwarded from bob Tester' });
  await forwarded.getByRole('img', { name: 'picture.jpg' }).click();
  await client.dialog.getByText('2 of 3').waitFor();
  await client.page.keyboard.press('Escape');
  await client.expectAccessible(browser, 'web-client-forwarded-files');
  await client.page.setViewportSize({ width: 360, height: 740 });
  expect(await client.overflows()).toEqual([]);
  await browser.screenshot(client.page, 'web-client-forwarded-files-phone');
});
