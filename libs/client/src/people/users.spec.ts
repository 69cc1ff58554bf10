import type { ChangedProfiles, Profile } from '@parley/protocol';

import { Parley } from '../parley.js';
import { FakeSocket, HEARTBEAT_SECONDS } from '../socket.fake.js';
import { Users } from './users.js';

const NEVER = '1970-01-01T00:00:00.000Z';
const NOON = '2026-01-01T12:00:00.000Z';
const BOB = { id: 2, username: 'bob', first_name: 'Robert', custom: {} } as Profile;

const socket = (): FakeSocket => FakeSocket.opened.at(-1)!;

let chat: Parley;
let profiles: string[];
let resets: number;

beforeEach(async () => {
  vi.useFakeTimers();
  FakeSocket.opened = [];
  chat = new Parley({ url: 'ws://chat.test/messaging/', token: () => Promise.resolve('token'), WebSocket: FakeSocket });
  [profiles, resets] = [[], 0];
  chat.on('profile', ({ first_name }) => profiles.push(first_name));
  new Users(chat).onReset(() => {
    resets += 1;
  });
  chat.connect().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(async () => {
  await chat.close();
  vi.useRealTimers();
});

/** The first frame of a connection. @returns the `profiles_since` of the sync that follows */
function begin(meta: object = { private_seq: 0 }): unknown {
  const common = { session_id: 's', heartbeat_seconds: HEARTBEAT_SECONDS, limits: {}, total: 0, truncated: false };
  socket().deliver({ eventType: 'chat.notifications', data: {}, meta: { ...common, unread: {}, ...meta } });
  const { data } = socket().sent.findLast(({ event_type }) => event_type === 'session.sync')!;
  return (data as { profiles_since?: string }).profiles_since;
}

async function answer(changed: ChangedProfiles): Promise<void> {
  const { request_id } = socket().sent.findLast(({ event_type }) => event_type === 'session.sync')!;
  const page = { eventType: 'sessionsync.dispatch', request_id };
  socket().deliver({ ...page, data: { complete: false, rooms: [], left: [], profiles: changed } });
  socket().deliver({ ...page, data: { complete: true, rooms: [], left: [] }, meta: { epoch: 'first' } });
  await vi.advanceTimersByTimeAsync(0);
}

async function reconnect(): Promise<void> {
  socket().closeWith(1006);
  await vi.advanceTimersByTimeAsync(10_000);
}

describe('the profiles of others', () => {
  it('that changed without a connection are returned by the next sync, as events', async () => {
    expect(begin()).toBe(NEVER);
    await answer({ users: [], until: NOON, reset: true });
    expect([profiles, resets]).toEqual([[], 0]);
    await reconnect();
    expect(begin()).toBe(NOON);
    await answer({ users: [BOB], until: NOON, reset: false });
    expect([profiles, resets]).toEqual([['Robert'], 0]);
  });

  it('that changed too often are reported as missed', async () => {
    begin();
    await answer({ users: [], until: NOON, reset: true });
    await reconnect();
    begin();
    await answer({ users: [], until: NOON, reset: true });
    expect(resets).toBe(1);
  });

  it('are not requested from a service of an earlier release', () => expect(begin({})).toBeUndefined());
});
