import type { Message, Room, SyncedRoom, SyncPage } from '@parley/protocol';
import fc from 'fast-check';

import type { NumberedFrame } from './frames.js';
import { RoomSequencer } from './room-sequencer.js';
import type { RoomSyncResult } from './room-sequencer.js';

const ROOM = 'the room';
const OTHER = 'another room';

const frame = (seq: number, eventType = 'message.dispatch', room_id = ROOM): NumberedFrame => ({
  eventType,
  room_id,
  seq,
  data: {},
});

const message = (seq: number): Message => ({ id: String(seq), seq, is_deleted: false }) as Message;

const part = (room_id: string, last_seq: number, more: Partial<SyncedRoom> = {}): SyncedRoom => ({
  room_id,
  last_seq,
  reset: false,
  room: null,
  messages: [],
  marks: [],
  ...more,
});

const page = (rooms: SyncedRoom[], more: Partial<SyncPage> = {}): SyncPage => ({
  complete: true,
  rooms,
  left: [],
  ...more,
});

/** A sequencer and everything that it delivered. */
class Scenario {
  readonly delivered: number[] = [];
  readonly results: RoomSyncResult[] = [];
  readonly left: string[] = [];
  gaps = 0;
  readonly sequencer = new RoomSequencer({
    onFrame: ({ seq }) => this.delivered.push(seq),
    onSynced: (results) => this.results.push(results),
    onLeft: (roomId) => this.left.push(roomId),
    onGap: () => (this.gaps += 1),
  });

  constructor(position?: number) {
    if (position !== undefined) this.sequencer.restore({ [ROOM]: position });
  }

  receive(...seqs: number[]): void {
    for (const seq of seqs) this.sequencer.receive(frame(seq));
  }

  sync(...pages: SyncPage[]): boolean {
    this.sequencer.beginSync(10);
    for (const each of pages) this.sequencer.receivePage(each);
    return this.sequencer.endSync();
  }
}

describe('live frames', () => {
  it('are delivered in order, and ignored when they were delivered before', () => {
    const story = new Scenario(7);
    story.receive(8, 9, 9, 3, 10);
    expect([story.delivered, story.gaps]).toEqual([[8, 9, 10], 0]);
  });

  it('are held until a sync has fetched the missing ones', () => {
    const story = new Scenario(0);
    story.receive(1, 4, 3);
    expect([story.delivered, story.gaps]).toEqual([[1], 2]);
    expect(story.sync(page([part(ROOM, 2, { messages: [message(2)] })]))).toBe(true);
    expect(story.delivered).toEqual([1, 3, 4]);
    expect(story.results).toMatchObject([{ fresh: [{ seq: 2 }] }]);
  });

  it('are held while a sync of their room is running', () => {
    const story = new Scenario(2);
    expect(story.sequencer.beginSync(10)).toEqual({ [ROOM]: 2 });
    story.receive(3, 4);
    expect(story.delivered).toEqual([]);
    story.sequencer.receivePage(page([part(ROOM, 3)], { complete: false }));
    story.receive(5);
    story.sequencer.receivePage(page([part(OTHER, 9)]));
    expect([story.delivered, story.sequencer.endSync(), story.gaps]).toEqual([[4, 5], true, 0]);
  });

  it('need another sync when one did not fetch the missing ones', () => {
    const story = new Scenario(2);
    story.sequencer.beginSync(10);
    story.receive(9);
    story.sequencer.receivePage(page([part(ROOM, 5)]));
    expect(story.sequencer.endSync()).toBe(false);
    expect(story.sync(page([part(ROOM, 8)]))).toBe(true);
    expect(story.delivered).toEqual([9]);
  });

  it('start a joined room at their seq, and end a room that was left', () => {
    const story = new Scenario();
    story.sequencer.receive(frame(4, 'roomaddmembers.dispatch'));
    story.receive(5);
    story.sequencer.receive(frame(9, 'roomexit.dispatch'));
    story.sequencer.receive(frame(12, 'roomaddmembers.dispatch'));
    story.receive(13);
    expect([story.delivered, story.gaps]).toEqual([[4, 5, 9, 12, 13], 0]);
  });

  it('of an unknown room request a sync, and are dropped when the sync does not know the room either', () => {
    const story = new Scenario();
    story.receive(5);
    expect(story.gaps).toBe(1);
    expect(story.sync(page([]))).toBe(true);
    story.sequencer.receive(frame(6, 'roomexit.dispatch'));
    expect(story.delivered).toEqual([]);
  });
});

describe('sync results', () => {
  it('are sorted by seq, edits included, and delivered when the room is complete', () => {
    const story = new Scenario(4);
    const gone = { id: 'gone', is_deleted: true } as const;
    story.sequencer.beginSync(10);
    story.sequencer.receivePage(page([part(ROOM, 7, { messages: [message(6), message(2)] })], { complete: false }));
    expect(story.results).toEqual([]);
    const marks = [{ user_id: 1, delivered_seq: 1, read_seq: 1 }];
    story.sequencer.receivePage(page([part(ROOM, 9, { messages: [message(5), gone], marks })]));
    expect(story.results).toEqual([
      {
        roomId: ROOM,
        isReset: false,
        room: null,
        marks,
        deletedIds: ['gone'],
        fresh: [message(5), message(6)],
        changed: [message(2)],
      },
    ]);
    expect(story.sequencer.snapshot()).toEqual({ [ROOM]: 9 });
  });

  it('with reset replace the room, also when it is behind the known position', () => {
    const story = new Scenario(9);
    const room = { id: ROOM } as Room;
    story.sync(page([part(ROOM, 3, { reset: true, room, messages: [message(2)] })]));
    story.receive(4);
    expect(story.results).toMatchObject([{ isReset: true, room, fresh: [{ seq: 2 }] }]);
    expect(story.delivered).toEqual([4]);
  });

  it('of a known room that the request did not name replace the room', () => {
    const story = new Scenario(3);
    story.sequencer.restore({ [OTHER]: 8 });
    expect(story.sequencer.beginSync(1)).toEqual({ [OTHER]: 8 });
    story.sequencer.receivePage(page([part(ROOM, 3, { messages: [message(2)] }), part(OTHER, 8)]));
    expect(story.results).toMatchObject([{ isReset: true, fresh: [{ seq: 2 }] }, { isReset: false }]);
  });

  it('report rooms that the user has left', () => {
    const story = new Scenario(3);
    story.sync(page([], { left: [ROOM] }));
    expect([story.left, story.sequencer.snapshot()]).toEqual([[ROOM], {}]);
  });

  it('are dropped when the connection closes before the room is complete', () => {
    const story = new Scenario(3);
    story.sequencer.beginSync(10);
    story.receive(5);
    story.sequencer.receivePage(page([part(ROOM, 4, { messages: [message(4)] })], { complete: false }));
    story.sequencer.abortSync();
    expect([story.results, story.sequencer.snapshot()]).toEqual([[], { [ROOM]: 3 }]);
  });
});

describe('random sequences of messages, losses, duplicates and syncs', () => {
  const numbers = fc.integer({ min: 1, max: 20 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('stored' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('received' as const), seq: numbers }),
    fc.record({ kind: fc.constant('requested' as const) }),
    fc.record({ kind: fc.constant('answered' as const), parts: fc.integer({ min: 1, max: 3 }), cut: fc.boolean() }),
    fc.record({ kind: fc.constant('lost' as const) }),
  );

  /** One room, and a client that receives some of its messages twice, late or never. */
  class Network {
    readonly scenario = new Scenario();
    readonly delivered: number[] = [];
    stored = 1;
    private requestedFrom: number | undefined;

    constructor() {
      const { delivered, scenario } = this;
      scenario.delivered.push = (seq) => delivered.push(seq);
      scenario.results.push = ({ fresh }) => delivered.push(...fresh.map(({ seq }) => seq));
    }

    request(): void {
      this.requestedFrom = this.scenario.sequencer.beginSync(10)[ROOM] ?? 0;
    }

    answer(parts: number, cut: boolean): void {
      if (this.requestedFrom === undefined) return;
      const missing = Array.from({ length: this.stored - this.requestedFrom }, (_, at) => this.stored - at);
      const size = Math.ceil(missing.length / parts) || 1;
      for (let at = 0; at < parts; at += 1) {
        const isLast = at === parts - 1;
        if (isLast && cut) {
          this.disconnect();
          return;
        }
        const messages = missing.slice(at * size, (at + 1) * size).map(message);
        this.scenario.sequencer.receivePage(page([part(ROOM, this.stored, { messages })], { complete: isLast }));
      }
      this.requestedFrom = undefined;
      this.scenario.sequencer.endSync();
    }

    disconnect(): void {
      this.requestedFrom = undefined;
      this.scenario.sequencer.abortSync();
    }
  }

  it('deliver each seq once, in order, and none is missing at the end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const network = new Network();
        for (const each of steps) {
          if (each.kind === 'stored') network.stored += each.count;
          if (each.kind === 'received') network.scenario.receive(Math.min(each.seq, network.stored));
          if (each.kind === 'requested') network.request();
          if (each.kind === 'answered') network.answer(each.parts, each.cut);
          if (each.kind === 'lost') network.disconnect();
          expect(network.delivered).toEqual(Array.from({ length: network.delivered.length }, (_, at) => at + 1));
        }
        network.request();
        network.answer(1, false);
        expect(network.delivered).toHaveLength(network.stored);
      }),
      { numRuns: 500 },
    );
  });
});
