import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import type { Browser } from './browser.js';
import { builtPage } from './built-page.js';
import { faultsOf } from './page-faults.js';
import { PageHost } from './page-host.js';
import type { TestUser } from './people.js';
import type { Service } from './service.js';

const read = (path: string): Promise<string> => readFile(join(import.meta.dirname, '../..', path), 'utf8');

/** The page fills the window, as that of a chat does. */
const LAYOUT = `
  body { margin: 0 }
  main { display: grid; grid-template-rows: auto 1fr; block-size: 100vh }
  main > header { max-block-size: 50vh; overflow-y: auto }
  main > [data-parley-thread] { max-block-size: 50vh }
  h1 { margin: 0; font: 600 1rem system-ui }
`;

/** `test/browser/page/react-kit.tsx` with the style sheet of the parts. */
export class ReactKit {
  private constructor(private readonly host: PageHost) {}

  static async start(): Promise<ReactKit> {
    const [program, style] = await Promise.all([read('test/browser/page/react-kit.tsx'), read('libs/react/style.css')]);
    return new ReactKit(await PageHost.start(await builtPage(program, `${LAYOUT}${style}`)));
  }

  stop(): Promise<void> {
    return this.host.stop();
  }

  /** The page of a user in a room. @param selects whether the page itself shows what was found */
  async open(browser: Browser, parley: Service, { tokens }: TestUser, roomId: string, selects = false): Promise<Page> {
    const page = await browser.open(this.host.url, { permissions: ['local-network-access'] });
    await page.waitForFunction("'start' in globalThis");
    const settings = { roomId, selects, address: parley.url, token: tokens.access };
    await page.evaluate(`start(${JSON.stringify(settings)})`);
    await page.getByRole('log', { name: 'Messages' }).and(page.locator('[aria-busy=false]')).waitFor();
    return page;
  }
}

/** Takes a screenshot in each theme, and runs the checks of axe. @param name of the screenshots */
export async function expectAccessible(browser: Browser, page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await browser.screenshot(page, `${name}-${colorScheme}`);
    expect(await faultsOf(page)).toEqual([]);
  }
}
