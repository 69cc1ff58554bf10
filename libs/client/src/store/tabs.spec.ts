import type { Message } from '@parley/protocol';

import { FakeBrowser } from './browser.fake.js';
import { MemoryRecords } from './memory-records.fake.js';
import { SimulatedService } from './simulated-service.fake.js';
import { FakeTab } from './tab.fake.js';

const ROOM = 'a';

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

/** A tab that is online. */
async function openTab(): Promise<FakeTab> {
  const tab = new FakeTab(browser, records, [ROOM]);
  await settle();
  return tab;
}

const stored = (): string[] => records.of(`messages/${ROOM}`).map(([, message]) => (message as Message).content);

describe('tabs', () => {
  it('share one connection, which answers the tab that has asked and passes each change to all once', async () => {
    const [leader, follower] = [await openTab(), await openTab()];
    service.post(ROOM, 'from Bob');
    await settle();
    await Promise.all([leader.send(ROOM, 'from the leader'), follower.send(ROOM, 'from the follower'), settle()]);
    for (const tab of [leader, follower]) {
      const { received } = tab;
      expect(received).toHaveLength(3);
      expect(received).toEqual(expect.arrayContaining(['from Bob', 'from the leader', 'from the follower']));
      expect(tab.shown(ROOM).sort()).toEqual([...received].sort());
    }
    expect(service.connections).toBe(1);
    expect([leader.tabs.isLeader, follower.tabs.isLeader]).toEqual([true, false]);
    expect(new Set(follower.writes)).toEqual(new Set(['outbox']));
    expect(stored()).toHaveLength(3);
  });

  it('go on when the one that leads is gone, and what it did not write is written', async () => {
    const [leader, follower, third] = [await openTab(), await openTab(), await openTab()];
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
    const [leader, follower] = [await openTab(), await openTab()];
    service.isMute = true;
    follower.send(ROOM, 'stored, but not answered').catch(() => undefined);
    await settle(50);
    follower.send(ROOM, 'queued').catch(() => undefined);
    await settle(50);
    follower.end();
    await settle();
    expect(leader.shown(ROOM)).toEqual(['stored, but not answered', 'queued']);
    expect(stored()).toEqual([]);
    service.disconnect();
    await settle();
    expect(leader.shown(ROOM)).toEqual(['stored, but not answered', 'queued']);
    expect(stored()).toEqual(['stored, but not answered', 'queued']);
    expect(records.of('outbox')).toEqual([]);
  });

  it('answer heartbeats and renewals of tokens in the browser', async () => {
    const [leader, follower] = [await openTab(), await openTab()];
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
    const [leader, follower] = [await openTab(), await openTab()];
    service.post(ROOM, 'secret');
    await settle();
    await follower.chat.close();
    await follower.store.destroy();
    service.post(ROOM, 'later');
    leader.send(ROOM, 'later').catch(() => undefined);
    await settle();
    await leader.chat.close();
    expect(['outbox', 'positions', 'meta', `messages/${ROOM}`].flatMap((each) => records.of(each))).toEqual([]);
  });

  it('go on when the browser suspends the one that leads, which follows when it is resumed', async () => {
    const [leader, follower, third] = [await openTab(), await openTab(), await openTab()];
    leader.suspend();
    while (!follower.tabs.isLeader && !third.tabs.isLeader) await settle(50);
    await settle();
    service.post(ROOM, 'meanwhile');
    await settle();
    expect([follower.received, third.received]).toEqual([['meanwhile'], ['meanwhile']]);
    leader.resume();
    await settle();
    expect([leader, follower, third].filter(({ tabs }) => tabs.isLeader)).toHaveLength(1);
    expect([leader.tabs.isLeader, leader.received, leader.chat.state]).toEqual([false, ['meanwhile'], 'online']);
    await Promise.all([leader.send(ROOM, 'from the one that led'), settle()]);
    for (const { received } of [leader, follower, third])
      expect(received).toEqual(['meanwhile', 'from the one that led']);
    expect(service.connections).toBe(2);
    expect(stored()).toEqual(['meanwhile', 'from the one that led']);
  });

  it('let another one lead when they are closed', async () => {
    const [leader, follower] = [await openTab(), await openTab()];
    await leader.chat.close();
    await leader.store.close();
    leader.tabs.close();
    await settle();
    expect([follower.tabs.isLeader, follower.chat.state]).toEqual([true, 'online']);
  });
});
