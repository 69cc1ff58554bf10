import { Logger } from '@nestjs/common';

import type { Limits } from '../../../platform/config/limits.settings.js';
import type { FirstFrameUser } from '../first-frame-users.repository.js';
import { InitialSnapshotReader } from './initial-snapshot-reader.js';
import { NewestNotifications } from './newest-notifications.js';
import type { PendingSummaryRepository } from './pending-summary.repository.js';
import type { PendingRepository, PendingRoomState } from './pending.repository.js';
import type { RoomBacklogs } from './room-backlogs.js';

const ada = { id: 1, username: 'ada', first_name: '', last_name: '', avatar: null, status: null, is_bot: false };
const known: FirstFrameUser = { privateSeq: 0, notifyLevel: null, refusals: null, separated: [] };
const limits = { perRoom: 50, altogether: 500 };
const state: PendingRoomState = {
  roomId: 'room',
  lastSeq: 8,
  unread: 3,
  unreadMentions: 0,
  pending: 3,
  newest: new NewestNotifications([]),
};

/** A user with something unread in one of two rooms. */
const reader = (read: () => Promise<PendingRoomState[]>): InitialSnapshotReader => {
  const summary = { waiting: { room: 5 }, numbers: { room: 7, other: 2 }, invitations: 1 };
  return new InitialSnapshotReader(
    { read: () => Promise.resolve([summary]) } as unknown as PendingSummaryRepository,
    { of: () => Promise.resolve(new Map()) } as unknown as RoomBacklogs,
    { read } as unknown as PendingRepository,
    { limits, shown: limits },
    { answerBytes: 1_000_000 } as Limits,
  );
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the first frame', () => {
  it('has the counts of each room and its number of the same moment', async () => {
    const read = await reader(() => Promise.resolve([state])).read({ user: ada }, Promise.resolve(known));
    expect(read).toMatchObject({ isWithoutCounts: false, rooms: [{ roomId: 'room', unread: 3, pending: 3 }] });
    expect([...read.numbers]).toEqual([
      ['other', 2],
      ['room', 8],
    ]);
  });

  it('comes without counts, with the numbers of all rooms, if counting takes long', async () => {
    const reading = reader(() => new Promise(() => undefined)).read({ user: ada }, Promise.resolve(known));
    await vi.advanceTimersByTimeAsync(3_000);
    const { numbers, ...rest } = await reading;
    expect(rest).toEqual({ rooms: [], invitations: 1, isWithoutCounts: true });
    expect([...numbers]).toEqual([
      ['room', 7],
      ['other', 2],
    ]);
  });

  it('still fails if counting fails', async () => {
    const failing = reader(() => Promise.reject(new Error('no database'))).read({ user: ada }, Promise.resolve(known));
    await expect(failing).rejects.toThrow('no database');
  });
});
