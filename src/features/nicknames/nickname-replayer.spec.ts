import type { User } from '@parley/protocol';

import { ChangeRecords } from '../rooms/change-log/change-record.js';
import type { RoomLogReplay } from '../rooms/change-log/room-log-replay.js';
import { NicknameReplayer } from './nickname-replayer.js';
import type { NicknamesRepository } from './nicknames.repository.js';

const user = (id: number): User => ({ id, username: `user${String(id)}` }) as User;
const PART = { roomId: 'room', after: 0, upTo: 9 };

/** Users 1 to 3 exist; user 1 has a nickname now, and user 2 is no member any more. */
const repository = {
  users: () => Promise.resolve(new Map([1, 2, 3].map((id) => [id, user(id)]))),
  present: () => Promise.resolve(new Map([[1, 'Ada']])),
} as unknown as NicknamesRepository;
const replayer = new NicknameReplayer({} as RoomLogReplay, repository);

const record = (seq: number, userId: number, byId: number) => ({
  seq,
  kind: 'member.nickname',
  about: { userId, byId },
});

it('each change of a nickname is replayed with the present one', async () => {
  const entries = await replayer.entries(PART, new ChangeRecords([record(2, 1, 3), record(4, 2, 2), record(5, 1, 7)]));
  expect(entries.map(({ seq, frame }) => [seq, frame.data])).toEqual([
    [2, { room_id: 'room', user: user(1), nickname: 'Ada', by: user(3) }],
    [4, { room_id: 'room', user: user(2), nickname: null, by: user(2) }],
    [5, { room_id: 'room', user: user(1), nickname: 'Ada', by: null }],
  ]);
});

it('a change is not replayed if its user was deleted, or of another type', async () => {
  const other = { seq: 3, kind: 'room.updated', about: {} };
  await expect(replayer.entries(PART, new ChangeRecords([record(2, 8, 8), other]))).resolves.toEqual([]);
});
