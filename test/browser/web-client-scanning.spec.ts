import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { newFriends } from '../support/friends.js';
import type { Friends } from '../support/friends.js';
import { Service } from '../support/service.js';
import { StandInClamd, VIRUS } from '../support/stand-in-clamd.js';
import { FileClient, sendFiles, textFile } from '../support/uploads.js';
import type { TestFile } from '../support/uploads.js';
import { WebClient } from '../support/web-client.js';

const PICTURE: TestFile = {
  filename: 'picture.png',
  mime_type: 'image/png',
  bytes: readFileSync(join(import.meta.dirname, '../../src/features/uploads/types/fixtures/picture.png')),
};

let clamd: StandInClamd;
let parley: Service;
let browser: Browser;
let friends: Friends;

beforeAll(async () => {
  clamd = await StandInClamd.start();
  [parley, browser] = await Promise.all([
    Service.start({ CLAMD_ADDRESS: clamd.address, WEB_CLIENT: 'on' }),
    Browser.shared(),
  ]);
});
beforeEach(async () => {
  friends = await newFriends(parley);
});
afterEach(async () => {
  await friends.device.close();
  await browser.closeAll();
});
afterAll(async () => {
  await parley.stop();
  await clamd.close();
});

/** Bob sends a file whose scan is held. @returns lets it go */
async function receivesHeld(file: TestFile): Promise<{ readonly client: WebClient; readonly release: () => void }> {
  const release = clamd.hold();
  const id = await new FileClient(parley, friends.bob).upload(friends.room.id, file);
  await sendFiles(friends.device, friends.room.id, id);
  const client = await WebClient.open(browser, parley, friends.alice);
  await client.enter('Friends');
  await client.page.getByText('Being checked for viruses').waitFor();
  return { client, release };
}

describe('a file that is being scanned', () => {
  it('has its place in the conversation, which the picture takes when it is ready', async () => {
    const { client, release } = await receivesHeld(PICTURE);
    const place = client.page.locator('.media.is-image');
    const before = await place.boundingBox();
    release();
    const image = place.locator('img');
    await image.waitFor();
    await eventually(() => image.evaluate(({ naturalWidth }: { naturalWidth: number }) => naturalWidth > 0));
    expect(await place.boundingBox()).toEqual(before);
    await expect(client.page.getByText('Being checked for viruses').count()).resolves.toBe(0);
  });

  it('is shown as blocked, without a link, if the scanner finds something', async () => {
    const { client, release } = await receivesHeld(textFile(VIRUS, 'invoice.txt'));
    release();
    await client.page.getByText('Blocked by the virus scanner').waitFor();
    const place = client.page.locator('.media.is-file');
    await expect(place.innerText()).resolves.toContain('invoice.txt');
    await expect(place.locator('a').count()).resolves.toBe(0);
  });
});
