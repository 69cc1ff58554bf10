import type { MembershipCache } from '../membership/membership-cache.js';
import type { RoomNoticesRepository } from '../notices/room-notices.repository.js';
import type { RoomDirectory } from '../room-directory.js';
import { ChangeRecords } from './change-record.js';
import { RoomEventReplayer } from './room-event-replayer.js';
import type { RoomLogReplay } from './room-log-replay.js';

const ROOM = { id: 'room', name: 'Friends', participants: [], admins: [] };
const { participants: _participants, admins: _admins, ...WITHOUT_MEMBERS } = ROOM;

const directory = {
  now: () => Promise.resolve(ROOM),
  nowWithoutMembers: () => Promise.resolve(WITHOUT_MEMBERS),
} as unknown as RoomDirectory;
const NOTICE = { seq: 2, kind: 'renamed', name: 'Friends' };
const notices = { ofLog: () => Promise.resolve(new Map([[2, NOTICE]])) } as unknown as RoomNoticesRepository;
const replayer = new RoomEventReplayer({} as RoomLogReplay, directory, notices, {} as MembershipCache);

async function replayedFrame(about: object): Promise<unknown> {
  const records = new ChangeRecords([{ seq: 2, kind: 'room.updated', about }]);
  const entries = await replayer.entries({ roomId: 'room', after: 1, upTo: 2 }, records);
  expect(entries).toMatchObject([{ seq: 2, frame: { eventType: 'roomupdate.dispatch', seq: 2 } }]);
  return entries[0]!.frame;
}

/** The room in the replayed dispatch of a change of the room. */
const replayed = async (about: object): Promise<unknown> => ((await replayedFrame(about)) as { data: unknown }).data;

describe('the replay of a change of a room', () => {
  it('does not list members if roles have not changed', async () => {
    await expect(replayed({ roles: false })).resolves.toEqual(WITHOUT_MEMBERS);
  });

  it('lists members if roles have changed', async () => {
    await expect(replayed({ roles: true })).resolves.toEqual(ROOM);
  });

  it('has the notice of the change, if there is one', async () => {
    await expect(replayedFrame({ roles: false })).resolves.toMatchObject({ notice: NOTICE });
  });

  it('lists members if an earlier version recorded the change', async () => {
    await expect(replayed({})).resolves.toEqual(ROOM);
  });
});
