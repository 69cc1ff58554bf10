import type { UserBlock } from '@parley/protocol';

import { Parley } from '../parley.js';
import { FakeSocket, HEARTBEAT_SECONDS } from '../socket.fake.js';
import { BlockedUsers } from './blocked-users.js';
import { PrivateState } from './private-state.js';

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const socket = (): FakeSocket => FakeSocket.opened.at(-1)!;

const block = (user_id: number, blocked_at = '2026-01-01T12:00:00.000Z'): UserBlock => ({
  user_id,
  blocked: true,
  blocked_at,
  user: null,
});
const unblock = (user_id: number): UserBlock => ({
  user_id,
  blocked: false,
  user: null,
  blocked_at: null,
  removed: true,
});
const frame = (private_seq: number, data: UserBlock): object => ({
  eventType: 'userblock.dispatch',
  data,
  private_seq,
});

let chat: Parley;
let state: PrivateState;
let blocked: BlockedUsers;

beforeEach(async () => {
  vi.useFakeTimers();
  FakeSocket.opened = [];
  chat = new Parley({ url: 'ws://chat.test/messaging/', token: () => Promise.resolve('token'), WebSocket: FakeSocket });
  state = new PrivateState(chat);
  blocked = new BlockedUsers(chat);
  // One test begins before the client is online.
  chat.connect().catch(() => undefined);
  await settle();
});
afterEach(async () => {
  await chat.close();
  vi.useRealTimers();
});

/** Begins a connection, whose sync has these parts of the private state. */
async function begin(...parts: object[]): Promise<void> {
  const meta = { session_id: 's', heartbeat_seconds: HEARTBEAT_SECONDS, limits: {}, total: 0, truncated: false };
  socket().deliver({ eventType: 'chat.notifications', data: {}, meta: { ...meta, unread: {}, private_seq: 1 } });
  const { request_id } = socket().sent.findLast(({ event_type }) => event_type === 'session.sync')!;
  for (const [at, part] of parts.entries()) {
    const data = { complete: at === parts.length - 1, rooms: [], left: [], private: { reset: false, ...part } };
    socket().deliver({ eventType: 'sessionsync.dispatch', request_id, data, meta: { epoch: 'first' } });
  }
  await settle();
}

describe('blocked users', () => {
  it('are those of the sync and of later frames, the last blocked first', async () => {
    await begin({ seq: 1, blocks: [block(7), block(3, '2026-02-01T12:00:00.000Z')] });
    socket().deliver(frame(2, block(5, '2026-03-01T12:00:00.000Z')));
    socket().deliver(frame(3, unblock(7)));
    expect(state.blocks.map(({ user_id }) => user_id)).toEqual([5, 3]);
    expect([7, 5, 3, 1].map((id) => state.isBlocked(id))).toEqual([false, true, true, false]);
  });

  it('are replaced by a reset, in several parts', async () => {
    await begin({ seq: 1, blocks: [block(7)] });
    socket().deliver(frame(5, block(9)));
    const { request_id } = socket().sent.findLast(({ event_type }) => event_type === 'session.sync')!;
    const page = { rooms: [], left: [] };
    const answers = [
      { ...page, complete: false, private: { seq: null, reset: true, blocks: [block(9)] } },
      { ...page, complete: true, private: { seq: 5, reset: false, blocks: [block(11)] } },
    ];
    for (const data of answers) {
      socket().deliver({ eventType: 'sessionsync.dispatch', request_id, data, meta: { epoch: 'first' } });
    }
    await settle();
    expect(state.blocks.map(({ user_id }) => user_id).toSorted((one, other) => one - other)).toEqual([9, 11]);
  });

  it('are none with a service of an earlier release', async () => {
    await begin({ seq: 1 });
    expect([state.blocks, state.isBlocked(7)]).toEqual([[], false]);
  });

  it('end with an answer that says so without a number, as for a user who was deleted', async () => {
    await begin({ seq: 1, blocks: [block(7)] });
    const unblocking = blocked.unblock(7);
    const { request_id } = socket().sent.at(-1)!;
    const answer = { eventType: 'userblock.dispatch', data: unblock(7), meta: { changed: false } };
    socket().deliver({ ...answer, request_id });
    await unblocking;
    expect([state.blocks, state.snapshot.seq]).toEqual([[], 1]);
  });

  it('change after the answer of the service, and stay after a refusal', async () => {
    await begin({ seq: 1 });
    const blocking = blocked.block(7);
    const { request_id, ...request } = socket().sent.at(-1)!;
    expect(request).toEqual({ event_type: 'user.block', data: { user_id: 7, blocked: true } });
    socket().deliver({ ...frame(2, block(7)), request_id });
    await blocking;
    expect(state.isBlocked(7)).toBe(true);
    const unblocking = blocked.unblock(7);
    const refused = expect(unblocking).rejects.toMatchObject({ code: 4006 });
    const { request_id: second, ...another } = socket().sent.at(-1)!;
    expect(another).toEqual({ event_type: 'user.block', data: { user_id: 7, blocked: false } });
    socket().deliver({ error: { code: 4006, detail: 'Failed.', event_type: 'user.block', request_id: second } });
    await refused;
    expect(state.isBlocked(7)).toBe(true);
  });
});
