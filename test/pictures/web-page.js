import { chromium } from 'playwright-core';

import { browserProgram } from '../servers/programs.js';

/** @returns {Promise<import('playwright-core').Browser>} */
export async function startBrowser() {
  const executablePath = browserProgram();
  if (executablePath === undefined) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH.');
  // Chromium started by root has no sandbox.
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
}

/**
 * Fills in the log-in form of the web client, which is found without its texts.
 * @param {import('playwright-core').Page} page
 * @param {{ username: string, password: string }} user
 */
export async function logIn(page, { username, password }) {
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[type="password"]').fill(password);
  await page.keyboard.press('Enter');
}
