import type { Locator, Page, Route } from 'playwright-core';

import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { NOTES, PICTURE, transferFiles } from '../support/chosen-files.js';
import type { DeviceFile } from '../support/chosen-files.js';
import { newFriends } from '../support/friends.js';
import type { Friends } from '../support/friends.js';
import { expectAccessible, ReactKit } from '../support/react-kit.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const COMPOSER = '[data-parley-composer] textarea';
const UPLOADS = '**/api/uploads';

let parley: Service;
let browser: Browser;
let kit: ReactKit;
let friends: Friends;
let bob: ChatClient;

beforeAll(async () => {
  [parley, browser, kit] = await Promise.all([sharedService(), Browser.shared(), ReactKit.start()]);
});
afterAll(() => kit.stop());
beforeEach(async () => {
  friends = await newFriends(parley);
  bob = friends.device;
});
afterEach(() => browser.closeAll());

const opened = (): Promise<Page> => kit.open(browser, parley, friends.alice, friends.room.id);
const files = (page: Page): Locator => page.getByRole('list', { name: 'Files to send' }).getByRole('listitem');

async function choose(page: Page, ...chosen: DeviceFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).press('Enter');
  await (await chooser).setFiles(chosen);
}

const namesReceived = async (): Promise<(string | null)[]> => {
  const { data } = await bob.receive('message.dispatch', ({ data: { sender } }) => sender.id === friends.alice.id);
  return data.attachments.map(({ filename }) => filename);
};

describe('the composer with files', () => {
  it('sends files that were chosen, pasted and dropped, with the text or without', async () => {
    const page = await opened();
    await choose(page, PICTURE);
    await transferFiles(page, 'paste', COMPOSER, NOTES);
    await transferFiles(page, 'drop', COMPOSER, { ...NOTES, name: 'more.txt' });
    await files(page).nth(2).waitFor();
    await expectAccessible(browser, page, 'react-files');
    await page.getByRole('button', { name: 'Send' }).and(page.locator('[aria-disabled=false]')).click();
    expect(await namesReceived()).toEqual(['picture.png', 'notes.txt', 'more.txt']);
    await files(page).first().waitFor({ state: 'detached' });
    await page.getByRole('log').getByRole('img', { name: 'picture.png' }).waitFor();
  });

  it('waits for an upload, which the user can cancel, and sends nothing of it', async () => {
    const page = await opened();
    const held: Route[] = [];
    await page.route(UPLOADS, (route) => void held.push(route));
    await choose(page, NOTES);
    await page.getByRole('progressbar', { name: 'notes.txt' }).waitFor();
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('Without it.');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('Without it.');
    await page.getByRole('button', { name: 'Remove notes.txt' }).press('Enter');
    await files(page).first().waitFor({ state: 'detached' });
    await field.press('Enter');
    expect(await namesReceived()).toEqual([]);
    expect(held).toHaveLength(1);
  });

  it('says why a file was refused, and uploads it again on demand', async () => {
    browser.ignoreError(/status of 413/);
    const page = await opened();
    const answer = { code: 'request_too_large', detail: 'The file is too large.' };
    const headers = { 'Access-Control-Allow-Origin': '*' };
    await page.route(UPLOADS, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 413, headers, json: answer }) : route.continue(),
    );
    await choose(page, NOTES);
    await page.getByRole('alert').getByText('Not uploaded: The file is too large.').waitFor();
    await expectAccessible(browser, page, 'react-files-refused');
    await page.unroute(UPLOADS);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send' }).and(page.locator('[aria-disabled=false]')).click();
    expect(await namesReceived()).toEqual(['notes.txt']);
  });
});
