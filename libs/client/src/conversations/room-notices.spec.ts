import type { RoomNotice } from '@parley/protocol';
import fc from 'fast-check';

import { Emitter } from '../chat-events.js';
import type { Parley } from '../parley.js';
import { RoomNotices } from './room-notices.js';

const ROOM = 'the room';

const notice = (seq: number): RoomNotice =>
  ({ seq, kind: 'joined', users: [], user_count: 1 }) as unknown as RoomNotice;

interface Asked {
  readonly after?: number;
  readonly before?: number;
}

let emitter: Emitter;
/** The notices of the service. */
let stored: RoomNotice[];
let asked: Asked[];
let isOffline: boolean;
let pageSize: number;
let notices: RoomNotices;
let changes: number;

function ask(event: string, { room_id: roomId, limit, ...range }: Asked & { room_id: string; limit: number }): unknown {
  expect([event, roomId, limit]).toEqual(['room.notices', ROOM, 100]);
  if (isOffline) return Promise.reject(new Error('offline'));
  asked.push(range);
  const { after = 0, before = Infinity } = range;
  const found = stored.filter(({ seq }) => seq > after && seq < before);
  const data = { notices: found.slice(-pageSize), has_more: found.length > pageSize, messages_removed_before: 'then' };
  return Promise.resolve({ data });
}

beforeEach(() => {
  emitter = new Emitter();
  [stored, asked, isOffline, pageSize, changes] = [[], [], false, 3, 0];
  notices = new RoomNotices({ ask, on: emitter.on.bind(emitter), state: 'online' } as unknown as Parley, ROOM);
  notices.onChange(() => (changes += 1));
});

const seqs = (): number[] => notices.notices.map(({ seq }) => seq);
const happens = (seq: number, roomId = ROOM): void => {
  const frame = { eventType: 'roomaddmembers.dispatch', data: {}, room_id: roomId, seq, notice: notice(seq) };
  emitter.emit('frame', frame);
};
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('RoomNotices', () => {
  it('loads a range page by page, and then what is missing of another', async () => {
    stored = [1, 2, 4, 6, 9, 12].map(notice);
    await notices.load(5, 10);
    expect([seqs(), asked]).toEqual([[6, 9], [{ after: 5, before: 10 }]]);
    expect(notices.messagesRemovedBefore).toBe('then');
    await notices.load(0, Infinity);
    expect(seqs()).toEqual([1, 2, 4, 6, 9, 12]);
    expect(asked.slice(1)).toEqual([{ before: 6 }, { after: 9 }]);
    await notices.load(3, Infinity);
    expect([seqs(), asked.length, changes]).toEqual([[4, 6, 9, 12], 3, 3]);
    pageSize = 1;
    await notices.reload();
    expect([seqs(), asked.length]).toEqual([[4, 6, 9, 12], 7]);
  });

  it('has those that arrive, if they are of the room and in the range', async () => {
    happens(1);
    await notices.load(2, Infinity);
    for (const seq of [4, 3, 4, 2]) happens(seq);
    happens(5, 'another room');
    expect(seqs()).toEqual([3, 4]);
    await notices.load(2, 4);
    happens(6);
    expect(seqs()).toEqual([3]);
  });

  it('loads again what a sync of the room may have changed', async () => {
    await notices.load(0, Infinity);
    stored = [notice(7)];
    const sync = (room_id: string, room: object | null, reset = false): void => {
      emitter.emit('frame', { eventType: 'sessionsync.dispatch', data: { rooms: [{ room_id, room, reset }] } });
    };
    sync(ROOM, null);
    sync('another room', {});
    await settled();
    expect(asked).toHaveLength(1);
    sync(ROOM, {});
    await settled();
    expect([seqs(), asked.length]).toEqual([[7], 2]);
    stored = [notice(8)];
    sync(ROOM, null, true);
    await settled();
    expect(seqs()).toEqual([8]);
  });

  it('loads on the next connection what it could not load', async () => {
    stored = [notice(1)];
    isOffline = true;
    await expect(notices.load(0, Infinity)).rejects.toThrow('offline');
    isOffline = false;
    emitter.emit('state', 'online');
    await settled();
    expect(seqs()).toEqual([1]);
  });

  it('ends without a further change', async () => {
    const loading = notices.load(0, Infinity);
    notices.close();
    await loading;
    happens(1);
    expect([seqs(), changes]).toEqual([[], 0]);
  });

  it('has the notices of the last range, whatever was loaded before', async () => {
    const range = fc.tuple(fc.nat(30), fc.nat(30)).map(([one, other]) => [Math.min(one, other), Math.max(one, other)]);
    const loaded = fc.array(range, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 30 })), loaded, async (numbers, ranges) => {
        stored = numbers.toSorted((one, other) => one - other).map(notice);
        const all = ranges.map(([after, before]) => notices.load(after!, before!));
        await Promise.all(all);
        const [after, before] = ranges.at(-1)! as [number, number];
        await notices.load(after, before);
        expect(seqs()).toEqual(stored.filter(({ seq }) => seq > after && seq < before).map(({ seq }) => seq));
        await notices.reload();
        notices = new RoomNotices({ ask, on: emitter.on.bind(emitter), state: 'online' } as unknown as Parley, ROOM);
      }),
    );
  });
});
