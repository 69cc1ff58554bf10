import { join } from 'node:path';

import { photographAdministration } from './administration.js';
import { logIn, startBrowser } from './web-page.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./conversation.js').Conversation} Conversation */

const DESKTOP = { width: 1200, height: 760 };
const PHONE = { width: 360, height: 740 };

/**
 * Takes screenshots of the web client and of the administration page. Elements are found by their roles and by names
 * from the conversation, so that new texts of the web client need no change here.
 * @param {string} url of the service
 * @param {Conversation} conversation
 * @param {string} folder where the files are written
 */
export async function takeScreenshots(url, conversation, folder) {
  const browser = await startBrowser();
  /** @param {Page} page @param {string} name */
  const save = async (page, name) => {
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
    console.log(`${name}.png`);
  };
  /**
   * @param {import("playwright-core").BrowserContextOptions & { path?: string }} options of the window, and the path of
   *   the page @returns {Promise<Page>}
   */
  const open = async ({ path = '', ...options }) => {
    const context = await browser.newContext({
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      ...options,
    });
    const page = await context.newPage();
    await page.goto(`${url}/${path}`);
    return page;
  };
  try {
    const desktop = await open({ viewport: DESKTOP });
    await desktop.locator('input[type="password"]').waitFor();
    await save(desktop, 'log-in');
    await logIn(desktop, conversation);
    await openRoom(desktop, conversation);
    conversation.startTyping();
    await desktop
      .getByText(/typing/i)
      .first()
      .waitFor();
    await save(desktop, 'web-client');
    await photographDialogs(desktop, conversation, save);

    const dark = await open({ viewport: DESKTOP, colorScheme: 'dark' });
    await logIn(dark, conversation);
    await openRoom(dark, conversation);
    await save(dark, 'web-client-dark');

    const phone = await open({ viewport: PHONE, isMobile: true, hasTouch: true });
    await logIn(phone, conversation);
    await phone.getByRole('link', { name: conversation.room }).waitFor();
    await save(phone, 'phone-rooms');
    await openRoom(phone, conversation);
    await save(phone, 'phone-room');

    const administration = await open({ viewport: DESKTOP, path: 'admin/' });
    await photographAdministration(administration, conversation, save);
  } finally {
    await browser.close();
  }
}

/**
 * @param {Page} page in a room
 * @param {Conversation} conversation
 * @param {(page: Page, name: string) => Promise<void>} save
 */
async function photographDialogs(page, { searched }, save) {
  const rooms = page.getByRole('navigation').first();
  const dialog = page.getByRole('dialog');
  const dialogs = /** @type {const} */ ([
    ['new-conversation', rooms.getByRole('button', { name: /new/i })],
    ['search', rooms.getByRole('button', { name: /search/i })],
    ['room-settings', page.getByRole('button', { name: /settings of the room|room settings|room details/i })],
  ]);
  for (const [name, button] of dialogs) {
    await button.first().click();
    await dialog.waitFor();
    if (name === 'search') {
      await dialog.getByRole('searchbox').fill(searched);
      await dialog.getByText(searched, { exact: false }).first().waitFor();
    }
    await page.waitForLoadState('networkidle');
    await save(page, name);
    // Dialogs close in different ways; a reload closes each of them.
    await page.reload();
    await messagesLoaded(page);
  }
}

/** @param {Page} page @param {Conversation} conversation */
async function openRoom(page, { room }) {
  await page.getByRole('link', { name: room }).click();
  await page.getByRole('heading', { name: room, level: 1 }).waitFor();
  await messagesLoaded(page);
  // A pointer over a message would show its toolbar.
  await page.mouse.move(0, 0);
}

/** While older messages load, their places are shown in grey. @param {Page} page in a room */
async function messagesLoaded(page) {
  await page.getByRole('article').last().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}
