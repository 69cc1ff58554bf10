import type { Page } from 'playwright-core';

import type { Browser } from './browser.js';
import { QUICK } from './client.js';
import { eventually } from './eventually.js';
import type { PageHost } from './page-host.js';
import type { TestUser } from './people.js';

type State = 'offline' | 'connecting' | 'online' | 'stopped';

/** The functions of `test/browser/page/app.js`. */
interface App {
  start(settings: object): void;
  readonly received: readonly { readonly id: string; readonly content: string }[];
  readonly states: readonly State[];
  state(): State;
  send(content: string): void;
  unsent(): number;
  history(): Promise<string[]>;
}

declare const app: App;

interface Settings {
  readonly user: TestUser;
  readonly roomId: string;
  /** The service, or a proxy to it. */
  readonly where: { readonly url: string };
  readonly timing?: object;
}

/** The test page with the client library, in a browser context of its own. */
export class Tab {
  private constructor(
    readonly page: Page,
    private readonly settings: Settings,
  ) {}

  static async open(browser: Browser, host: PageHost, settings: Settings): Promise<Tab> {
    const tab = new Tab(await browser.open(host.url), settings);
    await tab.start();
    await tab.expectState('online');
    return tab;
  }

  /** Reloads the page: only its stored state survives. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.start();
  }

  async expectState(state: State): Promise<void> {
    await eventually(async () => (await this.page.evaluate(() => app.state())) === state);
  }

  send(content: string): Promise<void> {
    return this.page.evaluate((text) => app.send(text), content);
  }

  /** In the order of arrival since the page was loaded. */
  contents(): Promise<string[]> {
    return this.page.evaluate(() => app.received.map(({ content }) => content));
  }

  /** The messages that the page shows. */
  shown(): Promise<string[]> {
    return this.page.locator('#messages li').allTextContents();
  }

  waiting(): Promise<number> {
    return this.page.evaluate(() => app.unsent());
  }

  states(): Promise<readonly State[]> {
    return this.page.evaluate(() => app.states);
  }

  history(): Promise<string[]> {
    return this.page.evaluate(() => app.history());
  }

  async expectContents(...contents: string[]): Promise<void> {
    await eventually(async () => (await this.contents()).length >= contents.length);
    expect(await this.contents()).toEqual(contents);
  }

  private async start(): Promise<void> {
    const { user, roomId: room, where, timing = QUICK } = this.settings;
    const url = `${where.url.replace('http', 'ws')}/messaging/`;
    await this.page.waitForFunction(() => 'app' in globalThis);
    await this.page.evaluate((settings) => app.start(settings), { url, token: user.tokens.access, room, timing });
  }
}
