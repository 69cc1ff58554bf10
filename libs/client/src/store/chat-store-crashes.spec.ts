import type { Message } from '@parley/protocol';
import fc from 'fast-check';

import { Parley } from '../parley.js';
import type { QueuedSend } from '../storage.js';
import { ChatStore } from './chat-store.js';
import { MemoryRecords } from './memory-records.fake.js';
import type { RecordChange } from './record-store.js';
import { messagesAt, SimulatedService } from './simulated-service.fake.js';

const ROOMS = ['a', 'b'];
const TIMING = { minReconnectDelay: 10, maxReconnectDelay: 10, responseTimeout: 100, maxHeartbeatInterval: 300 };

/** Longer than it takes to detect a dead connection, to reconnect, to sync and to write. */
const SETTLED_MS = 1_000;

const room = fc.constantFrom(...ROOMS);
const at = fc.nat(20);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('post' as const), room }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('edit' as const), room, at }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), room, at }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('send' as const), room }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 50, 150) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('mute' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('disconnect' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('go back' as const), room, at }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A client with a store, from its start to the crash of its program. */
class Run {
  readonly chat: Parley;
  readonly store: ChatStore;

  constructor(
    service: SimulatedService,
    readonly records: MemoryRecords,
  ) {
    this.store = new ChatStore(records);
    this.chat = new Parley({
      url: 'ws://chat.test/',
      token: () => Promise.resolve('token'),
      storage: this.store,
      timing: TIMING,
      WebSocket: service.WebSocket,
    });
    this.store.attach(this.chat);
    for (const id of ROOMS) this.chat.rooms.open(id);
    this.chat.connect().catch(() => undefined);
  }

  shown(roomId: string): Message[] {
    return this.chat.rooms.open(roomId).messages.filter((message): message is Message => 'id' in message);
  }

  crash(): void {
    this.records.hasEnded = true;
    this.chat.close().catch(() => undefined);
  }
}

/** A random history of a service and of the runs of one client, with what the test knows of it. */
class History {
  readonly service = new SimulatedService(ROOMS);
  readonly sent = new Set<string>();
  /** The batches of all runs. */
  readonly batches: (readonly RecordChange[])[] = [];
  readonly faults: string[] = [];
  run = this.start();
  private count = 0;

  async take(next: Step): Promise<void> {
    const { service } = this;
    this.count += 1;
    const content = `content ${String(this.count)}`;
    if (next.type === 'post') service.post(next.room, content);
    else if (next.type === 'edit') service.edit(next.room, next.at, content);
    else if (next.type === 'delete') service.delete(next.room, next.at);
    else if (next.type === 'send')
      this.run.chat.rooms
        .open(next.room)
        .send(content)
        .catch(() => undefined);
    else if (next.type === 'wait') await vi.advanceTimersByTimeAsync(next.ms);
    else this.disturb(next);
  }

  private disturb(next: Step): void {
    if (next.type === 'mute') this.service.isMute = true;
    else if (next.type === 'go back') this.service.goBack(next.room, (next.at % 3) + 1);
    else this.service.disconnect();
    if (next.type === 'crash') {
      this.run.crash();
      this.run = this.start();
    }
  }

  private start(): Run {
    const records = MemoryRecords.of(this.batches);
    const unsent = (): Map<string, QueuedSend> =>
      new Map(records.of('outbox').map(([, each]) => [(each as QueuedSend).client_message_id, each as QueuedSend]));
    let before = unsent();
    records.onBatch = () => {
      this.batches.push(records.batches.at(-1)!);
      const now = unsent();
      for (const id of now.keys()) this.sent.add(id);
      for (const [id, { content }] of before)
        if (!now.has(id) && !this.service.stored.has(id)) this.faults.push(`${content} is lost`);
      before = now;
      this.faults.push(...aheadOf(records, this.service));
    };
    return new Run(this.service, records);
  }
}

/** The messages that a position promises and that are not stored. */
function aheadOf(records: MemoryRecords, { logs, epochs }: SimulatedService): string[] {
  return records.of('positions').flatMap(([id, value]) => {
    const [position] = value as [number, number];
    const stored = new Map(
      records.of(`messages/${String(id)}`).map(([, each]) => [(each as Message).id, each as Message]),
    );
    // The client may not know yet that the service went back.
    const possible = [logs, ...epochs].map((each) => each.get(String(id)) ?? []);
    const isHeld = possible.some((log) => {
      const now = messagesAt(log, Infinity);
      return [...messagesAt(log, position)].every(([messageId, { content }]) => {
        const held = stored.get(messageId);
        return held ? held.content >= content || held.content.length > content.length : !now.has(messageId);
      });
    });
    return isHeld ? [] : [`the position ${String(position)} of ${String(id)} is ahead`];
  });
}

const contentsOf = (messages: Iterable<Message>): string[] => [...messages].map(({ content }) => content);

/** Continues from stored batches until nothing happens any more, and compares with the service. */
async function expectComplete(service: SimulatedService, batches: readonly (readonly RecordChange[])[]): Promise<void> {
  service.disconnect();
  const run = new Run(service, MemoryRecords.of(batches));
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  for (const id of ROOMS) {
    const present = contentsOf(messagesAt(service.logs.get(id)!, Infinity).values());
    expect(contentsOf(run.shown(id))).toEqual(present);
    expect(contentsOf(await run.store.messages(id))).toEqual(present);
  }
  expect(run.records.of('outbox')).toEqual([]);
  run.crash();
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('crashes between any two batches lose nothing unsent, show nothing twice, and leave no position ahead', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.infiniteStream(fc.nat()),
      async (steps, random) => {
        const history = new History();
        for (const next of steps) await history.take(next);
        await vi.advanceTimersByTimeAsync(SETTLED_MS);
        history.run.crash();
        expect(history.faults).toEqual([]);
        const { batches, service } = history;
        const crashes = [0, batches.length, ...[...random.take(3)].map((each) => each % (batches.length + 1))];
        for (const crash of crashes) await expectComplete(service, batches.slice(0, crash));
        expect([...history.sent].filter((id) => !service.stored.has(id))).toEqual([]);
      },
    ),
    { numRuns: 40, endOnFailure: true, plugins: [fc.interruptAfterTimeLimit(15_000)] },
  );
});
