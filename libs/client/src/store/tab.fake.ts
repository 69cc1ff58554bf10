import { Parley } from '../parley.js';
import type { FakeBrowser } from './browser.fake.js';
import { ChatStore } from './chat-store.js';
import type { MemoryRecords } from './memory-records.fake.js';
import { Tabs } from './tabs.js';

const TIMING = { minReconnectDelay: 10, maxReconnectDelay: 10, responseTimeout: 1_000, maxHeartbeatInterval: 400 };

/** A tab of a browser with a client that has one store with the others. */
export class FakeTab {
  readonly received: string[] = [];
  private readonly browserTab: ReturnType<FakeBrowser['newTab']>;
  readonly tabs: Tabs;
  /** The records that this tab writes; the others read them too. */
  readonly writes: string[] = [];
  readonly store: ChatStore;
  readonly chat: Parley;
  hasEnded = false;

  constructor(browser: FakeBrowser, records: MemoryRecords, rooms: readonly string[]) {
    this.browserTab = browser.newTab();
    this.tabs = new Tabs('parley:ada', this.browserTab.platform);
    const shared = {
      read: records.read.bind(records),
      close: records.close.bind(records),
      destroy: records.destroy.bind(records),
      write: async (changes: Parameters<typeof records.write>[0]) => {
        if (this.hasEnded) throw new Error('The tab has ended.');
        this.writes.push(...changes.map(({ collection }) => collection));
        await records.write(changes);
      },
    };
    this.store = new ChatStore(shared, { tabs: this.tabs });
    const token = (): Promise<string> => Promise.resolve('token');
    const common = { url: 'ws://chat.test/', token, timing: TIMING };
    this.chat = new Parley({ ...common, storage: this.store, WebSocket: this.tabs.WebSocket });
    this.store.attach(this.chat);
    this.chat.on('message', ({ message }) => this.received.push(message.content));
    for (const id of rooms) this.chat.rooms.open(id);
    this.chat.connect().catch(() => undefined);
  }

  shown(roomId: string): string[] {
    return this.chat.rooms.open(roomId).messages.map(({ content }) => content);
  }

  /** Resolves when the message is stored. */
  async send(roomId: string, content: string): Promise<void> {
    await this.chat.rooms.open(roomId).send(content);
  }

  /** As if the browser did not let it run, until it is resumed. */
  suspend(): void {
    this.browserTab.suspend();
  }

  resume(): void {
    this.browserTab.resume();
  }

  /** As if the browser had ended it. */
  end(): void {
    this.hasEnded = true;
    this.browserTab.end();
    this.chat.close().catch(() => undefined);
  }
}
