import { readFileSync } from 'node:fs';

import type { CORSRule } from '@aws-sdk/client-s3';

import { kindOf } from '../docs/kinds.js';
import { blocksOf } from '../docs/pages.js';
import { Browser } from '../support/browser.js';
import { chooseFiles, NOTES, PICTURE } from '../support/chosen-files.js';
import { eventually } from '../support/eventually.js';
import { newFriends } from '../support/friends.js';
import { S3_BUCKET, S3_KEY, S3Server } from '../support/s3-server.js';
import { Service } from '../support/service.js';
import { WebClient } from '../support/web-client.js';

let store: S3Server;
let parley: Service;
let browser: Browser;

beforeAll(async () => {
  store = await S3Server.start();
  const access = { S3_ACCESS_KEY_ID: S3_KEY.accessKeyId, S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey };
  const settings = { STORAGE: 's3', S3_ENDPOINT: store.url, S3_BUCKET, ...access };
  [parley, browser] = await Promise.all([Service.start(settings), Browser.shared()]);
});
afterEach(() => browser.closeAll());
afterAll(async () => {
  await parley.stop();
  await store.stop();
});

/** The rules of docs/files.md, for the origin of this service. */
function documentedRules(): CORSRule[] {
  const [block] = blocksOf('docs/files.md').filter((each) => kindOf(each) === 'cors');
  const rules = block!.text.replace('https://chat.example.com', parley.url);
  expect(rules).toContain(parley.url);
  return (JSON.parse(rules) as { CORSRules: CORSRule[] }).CORSRules;
}

describe('with an S3-compatible store', () => {
  it('the page sends files to the origin of the store, and shows and saves them', async () => {
    store.setCors(documentedRules());
    const { alice, device } = await newFriends(parley);
    const client = await WebClient.open(browser, parley, alice);
    await client.enter('Friends');
    const puts: string[] = [];
    client.page.on('response', (response) => {
      if (response.request().method() !== 'PUT') return;
      puts.push(`${new URL(response.url()).origin} ${String(response.status())}`);
    });
    await chooseFiles(client, client.page.locator('body'), PICTURE, NOTES);
    await client.page.locator('button.send:not(:disabled)').waitFor();
    expect(puts).toEqual([`${store.url} 200`, `${store.url} 200`]);
    await client.send('From the store');
    const { data: message } = await device.receive('message.dispatch');
    expect(message.attachments.map(({ filename, state }) => [filename, state])).toEqual([
      ['picture.png', 'ready'],
      ['notes.txt', 'ready'],
    ]);
    const picture = client.history.getByRole('img', { name: 'picture.png' });
    await eventually(() => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth > 0));
    const saved = client.page.waitForEvent('download');
    await client.history.getByRole('link', { name: /notes\.txt/ }).click();
    expect(readFileSync(await (await saved).path(), 'utf8')).toBe('The minutes');
    await browser.screenshot(client.page, 'web-client-files-in-store');
    await device.close();
  });

  it('a file that the store takes from no page fails with a reason, and can be sent again', async () => {
    browser.ignoreError(/CORS policy/, /net::ERR_/, /status of 403/);
    store.setCors([{ AllowedOrigins: ['https://elsewhere.example'], AllowedMethods: ['PUT'] }]);
    const { alice, device } = await newFriends(parley);
    const client = await WebClient.open(browser, parley, alice);
    await client.enter('Friends');
    const refused = client.page.waitForEvent('requestfailed', (request) => request.url().startsWith(store.url));
    await chooseFiles(client, client.page.locator('body'), NOTES);
    await refused;
    store.setCors(documentedRules());
    await client.page.locator('button.send:not(:disabled)').waitFor();
    await client.button('Send').click();
    const { data: message } = await device.receive('message.dispatch');
    expect(message.attachments[0]?.filename).toBe('notes.txt');
    await device.close();
  });
});
