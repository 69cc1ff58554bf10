import { Browser } from '../support/browser.js';
import { PICTURE } from '../support/chosen-files.js';
import { newFriends } from '../support/friends.js';
import type { Friends } from '../support/friends.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { FileClient, sendFiles, textFile } from '../support/uploads.js';
import type { TestFile } from '../support/uploads.js';
import { WebClient } from '../support/web-client.js';

/** Of a search. */
const PAGE = 20;

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

/** Bob sends files, one in each message. */
async function send(...files: readonly TestFile[]): Promise<void> {
  const { bob, device, room } = friends;
  const client = new FileClient(parley, bob);
  for (const file of files) await sendFiles(device, room.id, await client.upload(room.id, file));
}

const picture: TestFile = { filename: PICTURE.name, mime_type: PICTURE.mimeType, bytes: PICTURE.buffer };

it('the files of a room are listed, the newest first, lead to their message and can be saved', async () => {
  await friends.device.request('message.send', { room_id: friends.room.id, content: 'Without a file' });
  await send(...Array.from({ length: PAGE }, (_, nr) => textFile('a text', `report ${String(nr + 1)}.txt`)), picture);
  const client = await WebClient.open(browser, parley, friends.alice);
  const { page, dialog } = client;
  await client.enter('Friends');
  await client.button('Files').click();
  const names = dialog.locator('.file-row strong');
  await names.first().waitFor();
  expect((await names.allTextContents()).slice(0, 2)).toEqual(['picture.png', `report ${String(PAGE)}.txt`]);
  expect(await names.count()).toBe(PAGE);
  await dialog.getByRole('img', { name: 'picture.png' }).waitFor();
  const report = dialog.getByRole('button', { name: /^report 20\.txt 6 bytes · bob Tester · / });
  await report.waitFor();
  expect(await client.faults()).toEqual([]);
  await browser.screenshot(page, 'web-client-room-files');
  await dialog.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => names.count()).toBe(PAGE + 1);
  expect(await names.last().textContent()).toBe('report 1.txt');

  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download report 20.txt' }).click();
  expect((await saved).suggestedFilename()).toBe('report 20.txt');
  await names.last().click();
  await dialog.waitFor({ state: 'detached' });
  await client.history.getByText('report 1.txt', { exact: true }).waitFor();
});

it('on a phone, the files are in the menu of the room, and a room may have none', async () => {
  const client = await WebClient.open(browser, parley, friends.alice, { viewport: { width: 375, height: 700 } });
  await client.enter('Friends');
  await client.choose('More', 'Files');
  await client.dialog.getByText('No files yet.').waitFor();
  await client.page.keyboard.press('Escape');
  await send(picture, textFile('a text', 'A report with a long name that does not fit into one line of a phone.txt'));
  await client.choose('More', 'Files');
  await client.dialog.getByRole('img', { name: 'picture.png' }).waitFor();
  expect(await client.faults()).toEqual([]);
  await browser.screenshot(client.page, 'web-client-room-files-phone');
});

it('a search finds a file by its name', async () => {
  await send(textFile('a text', 'Holiday film.txt'), picture);
  const client = await WebClient.open(browser, parley, friends.alice);
  await client.button('Search messages').click();
  await client.dialog.getByRole('searchbox').fill('film');
  await client.dialog.getByText('1 message', { exact: true }).waitFor();
  await client.dialog.getByText('Holiday film.txt', { exact: true }).waitFor();
});
