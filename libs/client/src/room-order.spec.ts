import type { Message, Room, SyncedRoom, SyncPage } from '@parley/protocol';
import fc from 'fast-check';

import type { NumberedFrame } from './frames.js';
import type { RoomNews } from './room-news.js';
import { RoomOrder } from './room-order.js';

const ROOM = 'the room';
const OTHER = 'another room';

const frame = (seq: number, eventType = 'message.dispatch', room_id = ROOM): NumberedFrame => ({
  ...{ eventType, room_id, seq },
  data: {},
});

const message = (seq: number): Message => ({ id: String(seq), seq, is_deleted: false }) as Message;

const part = (room_id: string, last_seq: number, more: Partial<SyncedRoom> = {}): SyncedRoom => ({
  ...{ room_id, last_seq, reset: false, room: null, messages: [], marks: [] },
  ...more,
});

const page = (rooms: SyncedRoom[], more: Partial<SyncPage> = {}): SyncPage => ({
  ...{ complete: true, rooms, left: [] },
  ...more,
});

/** A client's order, and what it told. */
class Story {
  readonly told: number[] = [];
  readonly news: RoomNews[] = [];
  readonly left: string[] = [];
  missed = 0;
  readonly order = new RoomOrder({
    told: ({ seq }) => this.told.push(seq),
    synced: (news) => this.news.push(news),
    left: (roomId) => this.left.push(roomId),
    missed: () => (this.missed += 1),
  });

  constructor(position?: number) {
    if (position !== undefined) this.order.restore({ [ROOM]: position });
  }

  hears(...seqs: number[]): void {
    for (const seq of seqs) this.order.hears(frame(seq));
  }

  syncs(...pages: SyncPage[]): boolean {
    this.order.syncBegins(10);
    for (const each of pages) this.order.takes(each);
    return this.order.syncEnds();
  }
}

describe('live changes', () => {
  it('are told in their turn, and those that were told before are passed over', () => {
    const story = new Story(7);
    story.hears(8, 9, 9, 3, 10);
    expect([story.told, story.missed]).toEqual([[8, 9, 10], 0]);
  });

  it('wait for what is missing, which a sync is asked for', () => {
    const story = new Story(0);
    story.hears(1, 4, 3);
    expect([story.told, story.missed]).toEqual([[1], 2]);
    expect(story.syncs(page([part(ROOM, 2, { messages: [message(2)] })]))).toBe(true);
    expect(story.told).toEqual([1, 3, 4]);
    expect(story.news).toMatchObject([{ fresh: [{ seq: 2 }] }]);
  });

  it('wait while a sync is on its way to their room', () => {
    const story = new Story(2);
    expect(story.order.syncBegins(10)).toEqual({ [ROOM]: 2 });
    story.hears(3, 4);
    expect(story.told).toEqual([]);
    story.order.takes(page([part(ROOM, 3)], { complete: false }));
    story.hears(5);
    story.order.takes(page([part(OTHER, 9)]));
    expect([story.told, story.order.syncEnds(), story.missed]).toEqual([[4, 5], true, 0]);
  });

  it('need another sync where one did not tell what they wait for', () => {
    const story = new Story(2);
    story.order.syncBegins(10);
    story.hears(9);
    story.order.takes(page([part(ROOM, 5)]));
    expect(story.order.syncEnds()).toBe(false);
    expect(story.syncs(page([part(ROOM, 8)]))).toBe(true);
    expect(story.told).toEqual([9]);
  });

  it('begin a room that one enters, at their number, and end one', () => {
    const story = new Story();
    story.order.hears(frame(4, 'roomaddmembers.dispatch'));
    story.hears(5);
    story.order.hears(frame(9, 'roomexit.dispatch'));
    story.order.hears(frame(12, 'roomaddmembers.dispatch'));
    story.hears(13);
    expect([story.told, story.missed]).toEqual([[4, 5, 9, 12, 13], 0]);
  });

  it('of a room that nobody knows ask for a sync, and are forgotten where that knows none', () => {
    const story = new Story();
    story.hears(5);
    expect(story.missed).toBe(1);
    expect(story.syncs(page([]))).toBe(true);
    story.order.hears(frame(6, 'roomexit.dispatch'));
    expect(story.told).toEqual([]);
  });
});

describe('what a sync tells', () => {
  it('is put in order, whatever was edited since, and told once the room is there whole', () => {
    const story = new Story(4);
    const gone = { id: 'gone', is_deleted: true } as const;
    story.order.syncBegins(10);
    story.order.takes(page([part(ROOM, 7, { messages: [message(6), message(2)] })], { complete: false }));
    expect(story.news).toEqual([]);
    const marks = [{ user_id: 1, delivered_seq: 1, read_seq: 1 }];
    story.order.takes(page([part(ROOM, 9, { messages: [message(5), gone], marks })]));
    expect(story.news).toEqual([
      {
        ...{ roomId: ROOM, isReset: false, room: null, marks, deletedIds: ['gone'] },
        ...{ fresh: [message(5), message(6)], changed: [message(2)] },
      },
    ]);
    expect(story.order.snapshot()).toEqual({ [ROOM]: 9 });
  });

  it('of a room anew takes the place of what was there, also where the room is behind what was known', () => {
    const story = new Story(9);
    const room = { id: ROOM } as Room;
    story.syncs(page([part(ROOM, 3, { reset: true, room, messages: [message(2)] })]));
    story.hears(4);
    expect(story.news).toMatchObject([{ isReset: true, room, fresh: [{ seq: 2 }] }]);
    expect(story.told).toEqual([4]);
  });

  it('of a room that was not named, as there are too many, takes the place of what was there', () => {
    const story = new Story(3);
    story.order.restore({ [OTHER]: 8 });
    expect(story.order.syncBegins(1)).toEqual({ [OTHER]: 8 });
    story.order.takes(page([part(ROOM, 3, { messages: [message(2)] }), part(OTHER, 8)]));
    expect(story.news).toMatchObject([{ isReset: true, fresh: [{ seq: 2 }] }, { isReset: false }]);
  });

  it('is told of rooms that one has left', () => {
    const story = new Story(3);
    story.syncs(page([], { left: [ROOM] }));
    expect([story.left, story.order.snapshot()]).toEqual([[ROOM], {}]);
  });

  it('is dropped where the line ends before a room is there whole', () => {
    const story = new Story(3);
    story.order.syncBegins(10);
    story.hears(5);
    story.order.takes(page([part(ROOM, 4, { messages: [message(4)] })], { complete: false }));
    story.order.breaks();
    expect([story.news, story.order.snapshot()]).toEqual([[], { [ROOM]: 3 }]);
  });
});

describe('whatever the network does', () => {
  const numbers = fc.integer({ min: 1, max: 20 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('said' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('heard' as const), seq: numbers }),
    fc.record({ kind: fc.constant('asked' as const) }),
    fc.record({ kind: fc.constant('answered' as const), parts: fc.integer({ min: 1, max: 3 }), cut: fc.boolean() }),
    fc.record({ kind: fc.constant('lost' as const) }),
  );

  /** A room of messages alone, and a client that hears of some of them, twice, late, or never. */
  class Network {
    readonly story = new Story();
    readonly told: number[] = [];
    said = 1;
    private asked: number | undefined;

    constructor() {
      const { told, story } = this;
      story.told.push = (seq) => told.push(seq);
      story.news.push = ({ fresh }) => told.push(...fresh.map(({ seq }) => seq));
    }

    asks(): void {
      this.asked = this.story.order.syncBegins(10)[ROOM] ?? 0;
    }

    answers(parts: number, cut: boolean): void {
      if (this.asked === undefined) return;
      const missing = Array.from({ length: this.said - this.asked }, (_, at) => this.said - at);
      const size = Math.ceil(missing.length / parts) || 1;
      for (let at = 0; at < parts; at += 1) {
        const isLast = at === parts - 1;
        if (isLast && cut) {
          this.loses();
          return;
        }
        const messages = missing.slice(at * size, (at + 1) * size).map(message);
        this.story.order.takes(page([part(ROOM, this.said, { messages })], { complete: isLast }));
      }
      this.asked = undefined;
      this.story.order.syncEnds();
    }

    loses(): void {
      this.asked = undefined;
      this.story.order.breaks();
    }
  }

  it('each number is told once, in order, and none is missing in the end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const network = new Network();
        for (const happening of steps) {
          if (happening.kind === 'said') network.said += happening.count;
          if (happening.kind === 'heard') network.story.hears(Math.min(happening.seq, network.said));
          if (happening.kind === 'asked') network.asks();
          if (happening.kind === 'answered') network.answers(happening.parts, happening.cut);
          if (happening.kind === 'lost') network.loses();
          expect(network.told).toEqual(Array.from({ length: network.told.length }, (_, at) => at + 1));
        }
        network.asks();
        network.answers(1, false);
        expect(network.told).toHaveLength(network.said);
      }),
      { numRuns: 500 },
    );
  });
});
