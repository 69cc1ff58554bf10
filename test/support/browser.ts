import { join } from 'node:path';

import { chromium } from 'playwright-core';
import type { BrowserContext, BrowserContextOptions, Browser as Chromium, Page } from 'playwright-core';

import { browserProgram } from '../servers/programs.js';

/** Pictures are kept here, for people to look at. */
const ARTEFACTS = process.env.SCREENSHOTS ?? join(import.meta.dirname, '../../artefacts');

/** It speaks to the pages that it is shown, and to nobody else. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-sync',
  '--no-first-run',
];

let sharedBrowser: Promise<Browser> | undefined;

/** Chromium, without a window. A page that complains in its console fails the spec. */
export class Browser {
  private contexts: BrowserContext[] = [];
  private complaints: string[] = [];
  private forgiven: RegExp[] = [];

  private constructor(private readonly chromium: Chromium) {}

  /** The one that all specs of this worker share: each closes the windows that it opened. */
  static shared(): Promise<Browser> {
    sharedBrowser ??= Browser.start();
    return sharedBrowser;
  }

  private static async start(): Promise<Browser> {
    const executablePath = browserProgram();
    if (executablePath === undefined)
      throw new Error('There is no Chromium: install it, or name one by CHROMIUM_PATH.');
    // Where root starts it there is no other way.
    const chromiumSandbox = process.getuid?.() !== 0;
    return new Browser(await chromium.launch({ executablePath, chromiumSandbox, args: QUIET }));
  }

  /** A window of somebody's own, who shares neither storage nor network with the others. */
  async opens(url: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.chromium.newContext(options);
    this.contexts.push(context);
    // Whatever page of this window: a second tab as well.
    context.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`${message.text()} ${message.location().url}`.trim());
    });
    context.on('weberror', (error) => this.complaints.push(String(error.error().stack)));
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }

  /** In this spec pages may complain of that: what is about a broken network, or a wrong password, says so. */
  forgives(...complaints: RegExp[]): void {
    this.forgiven.push(...complaints);
  }

  /** Keeps what a page looks like. */
  async screenshot(page: Page, name: string): Promise<void> {
    await page.screenshot({ path: join(ARTEFACTS, `${name}.png`) });
  }

  /** Closes what this spec has opened. @throws Error if a page has complained */
  async closesAll(): Promise<void> {
    await Promise.all(this.contexts.map((context) => context.close()));
    const complaints = this.complaints.filter((each) => !this.forgiven.some((pattern) => pattern.test(each)));
    this.contexts = [];
    this.complaints = [];
    this.forgiven = [];
    if (complaints.length > 0) throw new Error(`Pages have complained:\n${complaints.join('\n')}`);
  }
}
