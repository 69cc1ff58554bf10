import type { RestrictionPage, RoomRestriction } from '@parley/protocol';

import { Parley } from '../parley.js';
import { FakeSocket, ROOM } from '../socket.fake.js';
import { Restrictions } from './restrictions.js';

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const socket = (): FakeSocket => FakeSocket.opened.at(-1)!;

const restriction = (id: number): RoomRestriction =>
  ({ user: { id }, kind: 'mute', until: null, reason: null }) as unknown as RoomRestriction;

let chat: Parley;
let restrictions: Restrictions;
let changes: number;

const reads = () => socket().sent.filter(({ event_type }) => event_type === 'room.restrictions');

/** Answers a read, by default the last one. */
async function answer(page: Partial<RestrictionPage>, at = -1): Promise<void> {
  const { request_id } = reads().at(at)!;
  const data = { room_id: ROOM, restrictions: [], next_cursor: null, ...page };
  socket().deliver({ eventType: 'roomrestrictions.dispatch', request_id, data });
  await settle();
}

/** Begins a connection, whose sync has no rooms. */
function begin(): Promise<unknown> {
  socket().deliverSnapshot();
  const { request_id } = socket().sent.findLast(({ event_type }) => event_type === 'session.sync') ?? {};
  const data = { complete: true, rooms: [], left: [] };
  if (request_id) socket().deliver({ eventType: 'sessionsync.dispatch', request_id, data, meta: { epoch: 'first' } });
  return settle();
}

const changed = (room_id = ROOM, id = 1): void => {
  const data = { room_id, user: { id }, kind: 'mute' };
  socket().deliver({ eventType: 'roomrestrict.dispatch', room_id, data, seq: 1 });
};

const ids = () => restrictions.current?.map(({ user }) => user.id);

beforeEach(async () => {
  vi.useFakeTimers();
  FakeSocket.opened = [];
  chat = new Parley({ url: 'ws://chat.test/messaging/', token: () => Promise.resolve('token'), WebSocket: FakeSocket });
  chat.connect().catch(() => undefined);
  await settle();
  await begin();
  restrictions = new Restrictions(chat, ROOM);
  changes = 0;
  restrictions.onChange(() => {
    changes += 1;
  });
  await settle();
});
afterEach(async () => {
  restrictions.close();
  await chat.close();
  vi.useRealTimers();
});

describe('the restrictions in a room', () => {
  it('are read page by page, and are known when the last page is', async () => {
    await answer({ restrictions: [restriction(1)], next_cursor: 'next' });
    expect(ids()).toBeUndefined();
    expect(reads().at(-1)).toMatchObject({ data: { room_id: ROOM, cursor: 'next' } });
    await answer({ restrictions: [restriction(2)] });
    expect([ids(), changes]).toEqual([[1, 2], 1]);
  });

  it('are read again after each restriction in the room, and not in another one', async () => {
    await answer({});
    changed('another');
    expect(reads()).toHaveLength(1);
    changed();
    await settle();
    await answer({ restrictions: [restriction(3)] });
    expect([ids(), reads().length]).toEqual([[3], 2]);
  });

  it('are those of the last read, also if an earlier one ends later', async () => {
    changed();
    await settle();
    await answer({ restrictions: [restriction(2)] }, 1);
    await answer({ restrictions: [restriction(1)] }, 0);
    expect(ids()).toEqual([2]);
  });

  it('stay after a refusal, and are read again on a new connection', async () => {
    await answer({ restrictions: [restriction(1)] });
    changed();
    await settle();
    const { request_id } = reads().at(-1)!;
    socket().deliver({ error: { code: 4004, detail: 'No such room.', event_type: 'room.restrictions', request_id } });
    await settle();
    expect(ids()).toEqual([1]);
    socket().closeWith(1006);
    await vi.advanceTimersByTimeAsync(10_000);
    await begin();
    await answer({ restrictions: [] });
    expect(ids()).toEqual([]);
  });

  it('can be those of one user alone, whom later pages do not have', async () => {
    restrictions.close();
    const own = new Restrictions(chat, ROOM, { userId: 2 });
    await settle();
    await answer({ restrictions: [restriction(1), restriction(2)], next_cursor: 'next' });
    expect(own.current?.map(({ user }) => user.id)).toEqual([2]);
    const before = reads().length;
    changed(ROOM, 1);
    expect(reads()).toHaveLength(before);
    changed(ROOM, 2);
    expect(reads()).toHaveLength(before + 1);
    own.close();
  });

  it('are set and lifted with their end and their reason', async () => {
    const setting = restrictions.restrict(7, 'mute', { until: '2026-01-01T00:00:00.000Z', reason: 'Spam' });
    const { request_id, data } = socket().sent.at(-1)!;
    expect(data).toEqual({
      room_id: ROOM,
      user_id: 7,
      kind: 'mute',
      until: '2026-01-01T00:00:00.000Z',
      reason: 'Spam',
    });
    socket().deliver({
      eventType: 'roomrestrict.dispatch',
      request_id,
      room_id: ROOM,
      data: { user: { id: 7 } },
      seq: 1,
    });
    await setting;
    void restrictions.restrict(7, 'none').catch(() => undefined);
    expect(socket().sent.findLast(({ event_type }) => event_type === 'room.restrict')).toMatchObject({
      data: { room_id: ROOM, user_id: 7, kind: 'none' },
    });
  });

  it('are not read any more after they are closed', async () => {
    await answer({});
    restrictions.close();
    changed();
    await settle();
    expect([reads().length, changes]).toEqual([1, 1]);
  });
});
