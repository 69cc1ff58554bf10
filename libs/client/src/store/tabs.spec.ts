import type { Message } from '@parley/protocol';

import { Parley } from '../parley.js';
import { FakeBrowser } from './browser.fake.js';
import { ChatStore } from './chat-store.js';
import { MemoryRecords } from './memory-records.fake.js';
import { SimulatedService } from './simulated-service.fake.js';
import { Tabs } from './tabs.js';

const ROOM = 'a';
const TIMING = { minReconnectDelay: 10, maxReconnectDelay: 10, responseTimeout: 1_000, maxHeartbeatInterval: 400 };

let service: SimulatedService;
let browser: FakeBrowser;
let records: MemoryRecords;

beforeEach(() => {
  vi.useFakeTimers();
  service = new SimulatedService([ROOM]);
  browser = new FakeBrowser(service.WebSocket);
  records = new MemoryRecords();
});
afterEach(() => {
  vi.useRealTimers();
});

const settle = (ms = 300): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

class Tab {
  readonly received: string[] = [];
  private readonly browserTab = browser.newTab();
  readonly tabs = new Tabs('parley:ada', this.browserTab.platform);
  /** What this tab writes; the others read it too. */
  readonly writes: string[] = [];
  readonly store: ChatStore;
  readonly chat: Parley;
  hasEnded = false;

  constructor() {
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
    this.chat.rooms.open(ROOM);
    this.chat.connect().catch(() => undefined);
  }

  static async open(): Promise<Tab> {
    const tab = new Tab();
    await settle();
    return tab;
  }

  get shown(): string[] {
    return this.chat.rooms.open(ROOM).messages.map(({ content }) => content);
  }

  /** As if the browser had ended it. */
  end(): void {
    this.hasEnded = true;
    this.browserTab.end();
    this.chat.close().catch(() => undefined);
  }
}

const stored = (): string[] => records.of(`messages/${ROOM}`).map(([, message]) => (message as Message).content);

describe('tabs', () => {
  it('share one connection, which answers the tab that has asked and passes each change to all once', async () => {
    const [leader, follower] = [await Tab.open(), await Tab.open()];
    service.post(ROOM, 'from Bob');
    await settle();
    const sent = await Promise.all([
      leader.chat.rooms.open(ROOM).send('from the leader'),
      follower.chat.rooms.open(ROOM).send('from the follower'),
      settle(),
    ]);
    expect(sent.slice(0, 2)).toMatchObject([{ content: 'from the leader' }, { content: 'from the follower' }]);
    for (const { shown, received } of [leader, follower]) {
      expect(received).toHaveLength(3);
      expect(received).toEqual(expect.arrayContaining(['from Bob', 'from the leader', 'from the follower']));
      expect([...shown].sort()).toEqual([...received].sort());
    }
    expect(service.connections).toBe(1);
    expect([leader.tabs.isLeader, follower.tabs.isLeader]).toEqual([true, false]);
    expect(new Set(follower.writes)).toEqual(new Set(['outbox']));
    expect(stored()).toHaveLength(3);
  });

  it('go on when the one that leads is gone, and what it did not write is written', async () => {
    const [leader, follower, third] = [await Tab.open(), await Tab.open(), await Tab.open()];
    leader.hasEnded = true;
    service.post(ROOM, 'not written');
    await settle(50);
    leader.end();
    await settle();
    service.post(ROOM, 'after');
    await settle();
    expect([follower.received, third.received]).toEqual([
      ['not written', 'after'],
      ['not written', 'after'],
    ]);
    expect(service.connections).toBe(2);
    expect([follower.tabs.isLeader, third.tabs.isLeader]).toEqual([true, false]);
    expect(stored()).toEqual(['not written', 'after']);
    expect(records.of('positions')).toEqual([[ROOM, [2, expect.any(Number)]]]);
  });

  it('send the unsent messages of one that is gone, once', async () => {
    const [leader, follower] = [await Tab.open(), await Tab.open()];
    service.isMute = true;
    follower.chat.rooms
      .open(ROOM)
      .send('stored, but not answered')
      .catch(() => undefined);
    await settle(50);
    follower.chat.rooms
      .open(ROOM)
      .send('queued')
      .catch(() => undefined);
    await settle(50);
    follower.end();
    await settle();
    expect(leader.shown).toEqual(['stored, but not answered', 'queued']);
    expect(stored()).toEqual([]);
    service.disconnect();
    await settle();
    expect(leader.shown).toEqual(['stored, but not answered', 'queued']);
    expect(stored()).toEqual(['stored, but not answered', 'queued']);
    expect(records.of('outbox')).toEqual([]);
  });

  it('answer heartbeats and renewals of tokens in the browser', async () => {
    const [leader, follower] = [await Tab.open(), await Tab.open()];
    const before = service.requests.length;
    const expiry = Math.floor(Date.now() / 1_000) + 600;
    const token = `x.${btoa(JSON.stringify({ exp: expiry }))}.x`;
    const { data } = await follower.chat.ask('session.authenticate', { token });
    expect(Date.parse(data.expires_at)).toBe(expiry * 1_000);
    await settle(2_000);
    expect([leader.chat.state, follower.chat.state, service.connections]).toEqual(['online', 'online', 1]);
    const heartbeats = service.requests.slice(before);
    expect(new Set(heartbeats)).toEqual(new Set(['session.heartbeat']));
    expect(heartbeats.length).toBeLessThan(7);
  });

  it('write nothing after the user has logged out in one of them', async () => {
    const [leader, follower] = [await Tab.open(), await Tab.open()];
    service.post(ROOM, 'secret');
    await settle();
    await follower.chat.close();
    await follower.store.destroy();
    service.post(ROOM, 'later');
    leader.chat.rooms
      .open(ROOM)
      .send('later')
      .catch(() => undefined);
    await settle();
    await leader.chat.close();
    expect(['outbox', 'positions', 'meta', `messages/${ROOM}`].flatMap((each) => records.of(each))).toEqual([]);
  });

  it('let another one lead when they are closed', async () => {
    const [leader, follower] = [await Tab.open(), await Tab.open()];
    await leader.chat.close();
    await leader.store.close();
    leader.tabs.close();
    await settle();
    expect([follower.tabs.isLeader, follower.chat.state]).toEqual([true, 'online']);
  });
});
