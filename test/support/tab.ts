import type { Page } from 'playwright-core';

import type { Browser } from './browser.js';
import { QUICK } from './client.js';
import { eventually } from './eventually.js';
import type { PageHost } from './page-host.js';
import type { Person } from './people.js';

type State = 'offline' | 'connecting' | 'online' | 'stopped';

/** What `test/browser/page/talk.js` offers. */
interface Talk {
  begins(settings: object): void;
  readonly told: readonly { readonly id: string; readonly content: string }[];
  readonly states: readonly State[];
  state(): State;
  says(content: string): void;
  waiting(): number;
  history(): Promise<string[]>;
}

declare const talk: Talk;

interface Settings {
  readonly person: Person;
  readonly roomId: string;
  /** Of the service, or of what stands before it. */
  readonly where: { readonly url: string };
  readonly timing?: object;
}

/** The page with the client library in it, in a window of somebody's own. */
export class Tab {
  private constructor(
    readonly page: Page,
    private readonly settings: Settings,
  ) {}

  static async opens(browser: Browser, host: PageHost, settings: Settings): Promise<Tab> {
    const tab = new Tab(await browser.opens(host.url), settings);
    await tab.begins();
    await tab.is('online');
    return tab;
  }

  /** Everything is gone but what the page has kept. */
  async reloads(): Promise<void> {
    await this.page.reload();
    await this.begins();
  }

  async is(state: State): Promise<void> {
    await eventually(async () => (await this.page.evaluate(() => talk.state())) === state);
  }

  says(content: string): Promise<void> {
    return this.page.evaluate((text) => {
      talk.says(text);
    }, content);
  }

  /** In the order in which the page was told, since it was loaded. */
  contents(): Promise<string[]> {
    return this.page.evaluate(() => talk.told.map(({ content }) => content));
  }

  /** What the page has shown to whoever looks at it. */
  shown(): Promise<string[]> {
    return this.page.locator('#messages li').allTextContents();
  }

  waiting(): Promise<number> {
    return this.page.evaluate(() => talk.waiting());
  }

  states(): Promise<readonly State[]> {
    return this.page.evaluate(() => talk.states);
  }

  history(): Promise<string[]> {
    return this.page.evaluate(() => talk.history());
  }

  async sees(...contents: string[]): Promise<void> {
    await eventually(async () => (await this.contents()).length >= contents.length);
    expect(await this.contents()).toEqual(contents);
  }

  private async begins(): Promise<void> {
    const { person, roomId: room, where, timing = QUICK } = this.settings;
    const url = `${where.url.replace('http', 'ws')}/messaging/`;
    await this.page.waitForFunction(() => 'talk' in globalThis);
    await this.page.evaluate(
      (settings) => {
        talk.begins(settings);
      },
      { url, token: person.tokens.access, room, timing },
    );
  }
}
