import { Logger } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';
import type { Dispatch } from '@parley/realtime/dispatch';

import type { Pair, Separations } from '../blocking/separations.js';
import type { OwnRoomsGrant } from '../rooms/room.policy.js';
import type { Seen } from './presence-state.js';
import { PresencePublisher } from './presence-publisher.js';
import type { PresenceRepository, Watch } from './presence.repository.js';
import { PresenceSubscriptions } from './presence-subscriptions.js';

const POLL_MS = 1_000;
const [ANN, BEN] = [1, 2];

let database: Map<number, Seen['status']>;
/** Users whose presence no subscriber may see. */
let hidden: Set<number>;
let isAway: boolean;
/** Whom a user is separated from, and how a change of it is announced. */
let separated: Map<number, ReadonlySet<number>>;
let announce: (pair: Pair) => void;
let sent: [connectionId: string, user: number, status: string][];
let subscriptions: PresenceSubscriptions;
let publisher: PresencePublisher;

const seen = (userId: number): Seen => ({ userId, status: database.get(userId) ?? 'away', lastSeen: null });
const grantOf = (userId: number): OwnRoomsGrant => ({ userId }) as OwnRoomsGrant;

const repository: Partial<PresenceRepository> = {
  read: (userIds) => Promise.resolve(userIds.map(seen)),
  permitted: (watches: readonly Watch[]) =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve(watches.filter(({ userId }) => !hidden.has(userId))),
};
const separations: Partial<Separations> = {
  of: (userId) => Promise.resolve(separated.get(userId) ?? new Set()),
  onChange: (listener) => {
    announce = listener;
  },
};
const dispatch: Partial<Dispatch> = {
  batch: (work) => work(),
  toConnectionDroppable: (connectionId, frame) => {
    const { data } = frame as ServerEvent<'presence.dispatch'>;
    for (const { user_id, status } of data) sent.push([connectionId, user_id, status]);
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  database = new Map();
  separated = new Map();
  [hidden, isAway, sent] = [new Set(), false, []];
  subscriptions = new PresenceSubscriptions();
  publisher = new PresencePublisher(
    ...([repository as PresenceRepository, subscriptions, dispatch as Dispatch] as const),
    separations as Separations,
  );
  publisher.onApplicationBootstrap();
});
afterEach(async () => {
  await publisher.onApplicationShutdown();
  vi.useRealTimers();
});

const subscribe = (connectionId: string, ...userIds: number[]): void => {
  subscriptions.begin(connectionId, grantOf(100), userIds.map(seen));
};
const separate = (one: number, other: number): void => {
  separated.set(one, new Set([other]));
  separated.set(other, new Set([one]));
  announce([one, other]);
};
const poll = (): Promise<unknown> => vi.advanceTimersByTimeAsync(POLL_MS);

/** The number of entries of maps and sets that the work visits. */
async function visited(work: () => Promise<unknown>): Promise<number> {
  const iterators = [new Map().entries(), new Set().values()].map(
    (each) => Object.getPrototypeOf(each) as Iterator<unknown>,
  );
  const spies = iterators.map((each) => vi.spyOn(each, 'next'));
  await work();
  const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return count;
}

describe('a poll of presence', () => {
  it('visits no subscription whose connection has received the present status', async () => {
    const users = Array.from({ length: 20 }, (_, at) => at + 1);
    for (let device = 0; device < 1_000; device += 1) subscribe(`device ${String(device)}`, ...users);
    await poll();
    expect(await visited(poll)).toBeLessThan(1_000);
    expect(sent).toEqual([]);
  });

  it('sends a change once to each connection that subscribes to the user', async () => {
    subscribe('one', ANN, BEN);
    subscribe('two', ANN);
    subscribe('three', BEN);
    database.set(ANN, 'online');
    await poll();
    await poll();
    expect(sent).toEqual([
      ['one', ANN, 'online'],
      ['two', ANN, 'online'],
    ]);
  });

  it('sends a change to earlier subscribers, though a later one has received it with its subscription', async () => {
    subscribe('early', ANN);
    database.set(ANN, 'online');
    subscribe('late', ANN);
    await poll();
    expect(sent).toEqual([['early', ANN, 'online']]);
  });

  it('sends a change with the next poll if the permission could not be read', async () => {
    const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
    subscribe('one', ANN);
    database.set(ANN, 'online');
    isAway = true;
    await poll();
    expect(sent).toEqual([]);
    isAway = false;
    await poll();
    expect(sent).toEqual([['one', ANN, 'online']]);
    warn.mockRestore();
  });

  it('ends the subscription to a user with whom no room is shared any more', async () => {
    subscribe('one', ANN, BEN);
    hidden.add(ANN);
    database.set(ANN, 'online');
    await poll();
    expect([sent, [...subscriptions.users.keys()]]).toEqual([[], [BEN]]);
  });

  it('sends one who is separated from a watcher as offline, once, and as before when that ends', async () => {
    const WATCHER = 100;
    database.set(ANN, 'online');
    subscribe('one', ANN);
    separate(ANN, WATCHER);
    await poll();
    expect(sent).toEqual([['one', ANN, 'offline']]);
    database.set(ANN, 'away');
    await poll();
    separated.clear();
    announce([ANN, WATCHER]);
    await poll();
    expect(sent).toEqual([
      ['one', ANN, 'offline'],
      ['one', ANN, 'away'],
    ]);
  });

  it('sends one who is separated during a poll as offline with the next one', async () => {
    const WATCHER = 100;
    database.set(ANN, 'online');
    subscribe('one', ANN, BEN);
    database.set(BEN, 'online');
    const read = vi.spyOn(separations, 'of').mockImplementationOnce(() => {
      separate(ANN, WATCHER);
      return Promise.resolve(new Set<number>());
    });
    await poll();
    await poll();
    expect(sent).toEqual([
      ['one', BEN, 'online'],
      ['one', ANN, 'offline'],
    ]);
    read.mockRestore();
  });

  it('sends one who is separated as offline with the next poll if the permission could not be read', async () => {
    const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
    database.set(ANN, 'online');
    subscribe('one', ANN);
    separate(ANN, 100);
    isAway = true;
    await poll();
    isAway = false;
    await poll();
    expect(sent).toEqual([['one', ANN, 'offline']]);
    warn.mockRestore();
  });

  it('sends nothing older than what a subscription has begun with meanwhile', async () => {
    database.set(ANN, 'offline');
    subscribe('one', ANN);
    separate(BEN, 100);
    const read = vi.spyOn(separations, 'of').mockImplementationOnce(() => {
      database.set(ANN, 'online');
      subscribe('one', ANN);
      return Promise.resolve(new Set<number>());
    });
    await poll();
    expect(sent).toEqual([]);
    read.mockRestore();
  });

  it('reads no user after the last subscription to the user has ended', async () => {
    subscribe('one', ANN, BEN);
    subscribe('two', ANN);
    subscribe('one', BEN);
    expect([...subscriptions.users.keys()].toSorted()).toEqual([ANN, BEN]);
    for (const device of ['one', 'two']) subscriptions.end(device);
    expect(subscriptions.users.size).toBe(0);
    const read = vi.spyOn(repository, 'read');
    await poll();
    expect(read).not.toHaveBeenCalled();
  });
});
