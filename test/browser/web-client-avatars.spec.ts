import type { Page } from 'playwright-core';
import sharp from 'sharp';

import { AVATAR_ADDRESS, AVATAR_SIDE } from '../support/avatars.js';
import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { newFriends } from '../support/friends.js';
import type { Friends } from '../support/friends.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { FileClient } from '../support/uploads.js';
import { WebClient } from '../support/web-client.js';

const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
const [RED, GREEN, BLUE] = ['#ff0000', '#00ff00', '#0000ff'];
/** Of each colour, which the encoding changes a little. */
const STRONG = 200;

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

/** A picture of three squares beside each other: red, green and blue. */
async function stripes(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const square = (background: string) =>
    sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  const squares = await Promise.all([RED, GREEN, BLUE].map(square));
  const page = sharp({ create: { width: 900, height: 300, channels: 3, background: 'white' } });
  const layers = squares.map((input, at) => ({ input, left: at * 300, top: 0 }));
  return { name: 'stripes.png', mimeType: 'image/png', buffer: await page.composite(layers).png().toBuffer() };
}

const pictureOf = (page: Page) => page.getByRole('group', { name: 'Picture' });
const cropOf = (page: Page) => page.getByRole('dialog', { name: 'Crop picture' });
const areaOf = (page: Page) => cropOf(page).getByRole('application');

/** Chooses the stripes in the dialog of settings that is open. */
async function choose(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await pictureOf(page).getByRole('button', { name: 'Choose picture' }).click();
  await (await chooser).setFiles([await stripes()]);
  await cropOf(page).waitFor();
}

async function save(page: Page): Promise<void> {
  await cropOf(page).getByRole('button', { name: 'Save' }).click();
  await cropOf(page).waitFor({ state: 'detached' });
}

/** The colour at the middle of an avatar. */
async function colourOf(address: string): Promise<string | undefined> {
  const { status, body } = await new FileClient(parley, undefined).read(address);
  expect(status).toBe(200);
  const { data, info } = await sharp(body).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([AVATAR_SIDE, AVATAR_SIDE]);
  const middle = (info.width * (info.height / 2) + info.width / 2) * info.channels;
  return [RED, GREEN, BLUE].find((_, at) => data[middle + at]! > STRONG);
}

it('the picture of the user is chosen, cropped with keys, seen by the others, and removed', async () => {
  const { alice, room } = friends;
  const device = await alice.connect();
  await device.request('message.send', { room_id: room.id, content: 'Look at me' });
  await device.close();
  const client = await WebClient.open(browser, parley, alice);
  await client.button('Settings').click();
  await choose(client.page);
  await client.focused(areaOf(client.page));
  expect(await client.faults()).toEqual([]);
  for (let at = 0; at < 30; at += 1) await areaOf(client.page).press('ArrowRight');
  await areaOf(client.page).press('+');
  expect(Number(await cropOf(client.page).getByLabel('Zoom').inputValue())).toBeCloseTo(1.1);
  await browser.screenshot(client.page, 'web-client-avatar-crop');
  await save(client.page);
  const { data } = await friends.device.receive('userupdate.dispatch');
  expect(data.user.avatar).toMatch(AVATAR_ADDRESS);
  expect(await colourOf(data.user.avatar!)).toBe(RED);
  await pictureOf(client.page).locator('img').waitFor();
  await browser.screenshot(client.page, 'web-client-avatar-profile');

  const bobs = await WebClient.open(browser, parley, friends.bob);
  await bobs.enter('Friends');
  await bobs.history.locator(`img[src="${data.user.avatar!}"]`).waitFor();
  await bobs.button('Room settings').click();
  const shown = bobs.dialog.locator(`.member img[src="${data.user.avatar!}"]`);
  await eventually(() =>
    shown.evaluate((image: { naturalWidth: number }, side) => image.naturalWidth === side, AVATAR_SIDE),
  );

  await pictureOf(client.page).getByRole('button', { name: 'Remove' }).click();
  const { data: removed } = await friends.device.receive('userupdate.dispatch');
  expect(removed.user.avatar).toBeNull();
  await pictureOf(client.page).getByRole('button', { name: 'Remove' }).waitFor({ state: 'detached' });
});

it('the picture of a room is cropped with a finger on a phone, and shown in the list of rooms', async () => {
  const client = await WebClient.open(browser, parley, friends.bob, PHONE);
  await client.enter('Friends');
  await client.button('Room settings').click();
  await choose(client.page);
  expect(await client.faults()).toEqual([]);
  // The settings below have buttons whose hidden labels are wider.
  expect((await client.overflows()).filter((part) => !part.startsWith('BUTTON'))).toEqual([]);
  const { x, y, width } = (await areaOf(client.page).boundingBox())!;
  const middle = [x + width / 2, y + width / 2] as const;
  await client.page.mouse.move(...middle);
  await client.page.mouse.down();
  await client.page.mouse.move(x + width / 2 - 2 * width, middle[1], { steps: 4 });
  await client.page.mouse.up();
  await browser.screenshot(client.page, 'web-client-avatar-crop-phone');
  await save(client.page);
  const { data } = await friends.device.receive('roomupdate.dispatch');
  const { avatar } = data as { avatar: string };
  expect([avatar, await colourOf(avatar)]).toEqual([expect.stringMatching(AVATAR_ADDRESS), BLUE]);

  const alices = await WebClient.open(browser, parley, friends.alice);
  await alices.room('Friends').locator(`img[src="${avatar}"]`).waitFor();
});

it('a file that is no picture is refused with the reason', async () => {
  const client = await WebClient.open(browser, parley, friends.alice);
  await client.button('Settings').click();
  const chooser = client.page.waitForEvent('filechooser');
  await pictureOf(client.page).getByRole('button', { name: 'Choose picture' }).click();
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('The minutes') };
  await (await chooser).setFiles([notes]);
  await client.dialog.getByText('The file is not what its type says.').waitFor();
});
