import { join } from 'node:path';

import { chromium } from 'playwright-core';
import type { BrowserContext, BrowserContextOptions, Browser as Chromium, Page } from 'playwright-core';
import { TestRunner } from 'vitest';

import { browserProgram, headlessBrowserProgram } from '../servers/programs.js';

/** The folder for screenshots, which are for inspection only; without it, none are taken. */
const { SCREENSHOTS } = process.env;

/**
 * Parts of Chromium that load pages of their own for each window, which cost more than a page of the specs. The flag
 * replaces that of Playwright, so that Playwright's features follow.
 */
const DISABLED_FEATURES =
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess,' +
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,' +
  'LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,' +
  'OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch';

/** Switches off Chromium's own network traffic, and its own pages. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  `--disable-features=${DISABLED_FEATURES}`,
  '--disable-gpu',
  '--disable-sync',
  '--no-first-run',
];

/** Milliseconds. */
const SNAPSHOT_MS = 5_000;

let sharedBrowser: Promise<Browser> | undefined;

/** Headless Chromium. An unexpected console message of a page fails the spec. */
export class Browser {
  private contexts: BrowserContext[] = [];
  private complaints: string[] = [];
  private forgiven: RegExp[] = [];

  private constructor(private readonly chromium: Chromium) {}

  /** The browser that all specs of this worker share: each spec closes its own windows. */
  static shared(): Promise<Browser> {
    sharedBrowser ??= Browser.launch(headlessBrowserProgram());
    return sharedBrowser;
  }

  /** A browser that can show notifications, for one spec, which stops it. */
  static startWithNotifications(): Promise<Browser> {
    return Browser.launch(browserProgram());
  }

  private static async launch(executablePath: string | undefined): Promise<Browser> {
    if (executablePath === undefined) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH.');
    // Chromium started by root has no sandbox.
    const chromiumSandbox = process.getuid?.() !== 0;
    return new Browser(await chromium.launch({ executablePath, chromiumSandbox, args: QUIET }));
  }

  /**
   * A new browser context, with storage and network of its own.
   * @param prepare before the page is loaded
   */
  async open(
    url: string,
    options: BrowserContextOptions = {},
    prepare?: (context: BrowserContext) => Promise<void>,
  ): Promise<Page> {
    const context = await this.chromium.newContext(options);
    this.contexts.push(context);
    // Every page of this context, also a second tab.
    context.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`${message.text()} ${message.location().url}`.trim());
    });
    context.on('weberror', (error) => this.complaints.push(String(error.error().stack)));
    await prepare?.(context);
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }

  /** Allows these console messages in this spec, for example about a broken network or a wrong password. */
  ignoreError(...complaints: RegExp[]): void {
    this.forgiven.push(...complaints);
  }

  /** Saves a screenshot of a page, if the run is asked for screenshots. */
  async screenshot(page: Page, name: string): Promise<void> {
    if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
  }

  async stop(): Promise<void> {
    await this.chromium.close();
  }

  /**
   * Closes what this spec has opened.
   * @throws Error if a page has logged an unexpected message, or with what the pages show if the spec has failed
   */
  async closeAll(): Promise<void> {
    const shown = TestRunner.getCurrentTest()?.result?.state === 'fail' ? await this.shownPages() : [];
    await Promise.all(this.contexts.map((context) => context.close()));
    const complaints = this.complaints.filter((each) => !this.forgiven.some((pattern) => pattern.test(each)));
    this.contexts = [];
    this.complaints = [];
    this.forgiven = [];
    if (complaints.length > 0) shown.push('Pages have logged unexpected messages:', ...complaints);
    if (shown.length > 0) throw new Error(shown.join('\n'));
  }

  private shownPages(): Promise<string[]> {
    const pages = this.contexts.flatMap((context) => context.pages());
    return Promise.all(
      pages.map(async (page) => {
        const content = page.locator('body').ariaSnapshot({ timeout: SNAPSHOT_MS });
        return `The page ${page.url()} showed:\n${await content.catch((error: unknown) => String(error))}`;
      }),
    );
  }
}
