import type { Message } from '@parley/protocol';
import fc from 'fast-check';

import type { QueuedSend } from '../storage.js';
import { FakeBrowser } from './browser.fake.js';
import { MemoryRecords } from './memory-records.fake.js';
import { messagesAt, SimulatedService } from './simulated-service.fake.js';
import { FakeTab } from './tab.fake.js';

const ROOMS = ['a', 'b'];
const MOST_TABS = 4;
/** Longer than it takes to detect a dead connection, to reconnect, to sync and to write. */
const SETTLED_MS = 3_000;

const room = fc.constantFrom(...ROOMS);
const tab = fc.nat(MOST_TABS - 1);
const at = fc.nat(20);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('post' as const), room }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('edit' as const), room, at }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), room, at }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('send' as const), room, tab }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 50, 150) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('open' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('end' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('mute' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('disconnect' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('go back' as const), room, at }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A random history of a service and of the tabs of one user. */
class History {
  readonly service = new SimulatedService(ROOMS);
  readonly records = new MemoryRecords();
  /** The ids of all messages that were stored to be sent. */
  readonly queued = new Set<string>();
  tabs: FakeTab[] = [];
  private readonly browser = new FakeBrowser(this.service.WebSocket);
  private count = 0;

  constructor() {
    this.records.onBatch = () => {
      for (const [, each] of this.records.of('outbox')) this.queued.add((each as QueuedSend).client_message_id);
    };
    this.open();
  }

  open(): void {
    if (this.tabs.length < MOST_TABS) this.tabs.push(new FakeTab(this.browser, this.records, ROOMS));
  }

  async take(next: Step): Promise<void> {
    const { service } = this;
    this.count += 1;
    const content = `content ${String(this.count)}`;
    if (next.type === 'post') service.post(next.room, content);
    else if (next.type === 'edit') service.edit(next.room, next.at, content);
    else if (next.type === 'delete') service.delete(next.room, next.at);
    else if (next.type === 'wait') await vi.advanceTimersByTimeAsync(next.ms);
    else if (next.type === 'mute') service.isMute = true;
    else if (next.type === 'disconnect') service.disconnect();
    else if (next.type === 'go back') service.goBack(next.room, (next.at % 3) + 1);
    else this.changeTabs(next, content);
  }

  private changeTabs(next: Extract<Step, { type: 'send' | 'open' | 'end' }>, content: string): void {
    if (next.type === 'open') {
      this.open();
      return;
    }
    const chosen = this.tabs[next.tab % Math.max(1, this.tabs.length)];
    if (next.type === 'send') chosen?.send(next.room, content).catch(() => undefined);
    else {
      this.tabs = this.tabs.filter((each) => each !== chosen);
      chosen?.end();
    }
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('tabs that end at any time lose nothing unsent, and all others show everything once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const history = new History();
      const { service, records } = history;
      for (const next of steps) await history.take(next);
      if (history.tabs.length === 0) history.open();
      service.disconnect();
      await vi.advanceTimersByTimeAsync(SETTLED_MS);
      for (const id of ROOMS) {
        const present = [...messagesAt(service.logs.get(id)!, Infinity).values()].map(({ content }) => content);
        for (const each of history.tabs) expect(each.shown(id)).toEqual(present);
        const stored = records.of(`messages/${id}`).map(([, message]) => (message as Message).content);
        expect(stored).toEqual(present);
      }
      expect(records.of('outbox')).toEqual([]);
      expect([...history.queued].filter((id) => !service.stored.has(id))).toEqual([]);
      for (const each of history.tabs) each.end();
    }),
    { numRuns: 40, endOnFailure: true, plugins: [fc.interruptAfterTimeLimit(15_000)] },
  );
});
