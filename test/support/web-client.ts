import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';

import { password } from '../servers/template.js';
import type { Browser } from './browser.js';
import { faultsOf } from './page-faults.js';
import { keepLogIn } from './page-log-in.js';
import type { TestUser } from './people.js';

/** The console messages of Chromium for broken connections and failed requests. */
export const BROKEN_CONNECTION = [/^WebSocket connection to 'ws:[^']*' failed/, /net::ERR_/];

/** Milliseconds. Less than a story may take, so that its failure names what it waited for. */
const TIMEOUT_MS = 60_000;
/** The time for which the page shows a toast. */
const TOAST_MS = 7_000;
const CALM: BrowserContextOptions = {
  reducedMotion: 'reduce',
  locale: 'en-GB',
  // Each context would install it, which costs more than opening the page.
  serviceWorkers: 'block',
  // Chromium treats a page with a modified response as one of another network.
  permissions: ['clipboard-write', 'local-network-access'],
};

/** The rules that a theme can break. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** The web client in a browser context of its own, and the actions of its user. */
export class WebClient {
  private constructor(readonly page: Page) {}

  /** Opens the log-in page. @param where the service, or a proxy to it */
  static async visit(
    browser: Browser,
    where: { url: string },
    options: BrowserContextOptions = {},
    prepare?: (context: BrowserContext) => Promise<void>,
  ): Promise<WebClient> {
    const page = await browser.open(where.url, { ...CALM, ...options }, prepare);
    page.setDefaultTimeout(TIMEOUT_MS);
    return new WebClient(page);
  }

  /** Opens the page of a user who has logged in before. @param where the service, or a proxy to it */
  static async open(
    browser: Browser,
    where: { url: string },
    user: TestUser,
    options: BrowserContextOptions = {},
  ): Promise<WebClient> {
    const client = await WebClient.visit(browser, where, options, (context) => keepLogIn(context, where, user));
    await client.isIn();
    return client;
  }

  /** The page of a user who is logged in, in a tab of the same browser context. */
  static async resume(page: Page, { url }: { url: string }): Promise<WebClient> {
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.goto(url);
    const client = new WebClient(page);
    await client.isIn();
    return client;
  }

  async logIn(username: string, secret = password): Promise<void> {
    await this.page.getByLabel('User name').fill(username);
    await this.page.getByLabel('Password', { exact: true }).fill(secret);
    await this.button('Log in').click();
  }

  async choose(menu: string | RegExp, item: string): Promise<void> {
    await this.button(menu).click();
    await this.page.getByRole('menu').getByText(item, { exact: true }).click();
  }

  logOut(): Promise<void> {
    return this.choose(/Account menu$/, 'Log out');
  }

  /** Opens a dialog that adds something to the message. */
  add(item: string): Promise<void> {
    return this.choose('Add to the message', item);
  }

  /** Waits until the rooms are loaded. */
  async isIn(): Promise<void> {
    await this.rooms.locator('ul, .room-list-empty').first().waitFor();
  }

  get rooms(): Locator {
    return this.page.getByRole('navigation', { name: 'Rooms' });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  get composer(): Locator {
    return this.page.getByRole('textbox', { name: 'Message', exact: true });
  }

  get history(): Locator {
    return this.page.getByRole('region', { name: 'Messages' });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** The row of a room in the list. */
  room(name: string | RegExp): Locator {
    return this.rooms.getByRole('link', { name });
  }

  async enter(name: string): Promise<void> {
    await this.room(name).click();
    await this.page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  async send(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press('Enter');
  }

  /** A message that is shown. */
  message(text: string | RegExp): Locator {
    return this.history.getByRole('article').filter({
      has: this.page.locator('.text').and(this.page.getByText(text, { exact: true })),
    });
  }

  async expectText(text: string): Promise<void> {
    await this.message(text).waitFor();
  }

  /** Whether an element is in the visible part of the history, or of what else scrolls, as a whole. */
  async isInView(element: Locator, scrolled = this.history): Promise<boolean> {
    const [box, frame] = [await element.boundingBox(), await scrolled.boundingBox()];
    if (!box || !frame) return false;
    return box.y >= frame.y && box.y + box.height <= frame.y + frame.height;
  }

  /** Runs an action of a message. */
  async act(text: string, action: string): Promise<void> {
    await this.message(text).focus();
    await this.message(text).getByRole('button', { name: action, exact: true }).click();
  }

  /** Waits until the element has the focus. */
  async focused(element: Locator): Promise<void> {
    await element.and(this.page.locator(':focus')).waitFor();
  }

  /** The texts of the shown messages, in order. */
  texts(): Promise<string[]> {
    return this.history.locator('.text').allTextContents();
  }

  /** Lets the page run in a direction, whatever its language is. */
  async setDirection(direction: 'ltr' | 'rtl'): Promise<void> {
    await this.page.evaluate(`document.documentElement.dir = '${direction}'`);
  }

  /** Toasts stay from now on: a slow machine needs longer to look at one than it is shown. */
  async keepToasts(): Promise<void> {
    await this.page.evaluate(`
      const { setTimeout } = window;
      window.setTimeout = (run, ms, ...rest) => (ms === ${String(TOAST_MS)} ? 0 : setTimeout(run, ms, ...rest))`);
  }

  /**
   * @returns the parts of the page whose content is wider than they are, but for texts that end in an ellipsis, and for
   *   messages, whose toolbar may be wider
   */
  overflows(): Promise<string[]> {
    return this.page.evaluate<string[]>(`
      [...document.querySelectorAll('body, body *:not(.visually-hidden, .message, .message-body, input, svg, svg *)')]
        .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1)
        .filter((part) => !['inline', 'contents'].includes(getComputedStyle(part).display))
        .filter((part) => getComputedStyle(part).textOverflow !== 'ellipsis')
        .map((part) => part.tagName + '.' + part.className)`);
  }

  /** @param rules of axe, by default all @returns the violations that axe finds */
  faults(rules?: readonly string[]): Promise<string[]> {
    return faultsOf(this.page, rules);
  }

  /** Takes screenshots in both themes, and runs the checks of axe. @param name of the screenshots */
  async expectAccessible(browser: Browser, name: string): Promise<void> {
    for (const [colorScheme, rules] of [['dark'], ['light', RULES_OF_COLOURS]] as const) {
      await this.page.emulateMedia({ colorScheme });
      await browser.screenshot(this.page, `${name}-${colorScheme}`);
      expect(await this.faults(rules)).toEqual([]);
    }
  }
}
