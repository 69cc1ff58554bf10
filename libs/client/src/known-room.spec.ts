import type { GroupChat, Room, RoomWithoutMembers, User } from '@parley/protocol';

import { KnownRoom } from './known-room.js';

const ALICE: User = {
  id: 1,
  username: 'alice',
  first_name: '',
  last_name: '',
  avatar: null,
  status: null,
  is_bot: false,
};

const settings = (last_seq: number, name: string): Omit<GroupChat, 'participants' | 'admins'> => ({
  type: 'GroupChat',
  id: 'room',
  created_at: '2026-01-01T12:00:00.000Z',
  updated_at: '2026-01-01T12:00:00.000Z',
  property: { preferences: {} },
  member_count: 1,
  last_seq,
  reactions: 'one',
  name,
  description: '',
  avatar: null,
  creator: ALICE,
  max_participants: 100,
  join_approval_required: false,
  group_locked: false,
  slow_mode_seconds: 0,
  message_ttl_seconds: null,
  max_message_length: null,
  media_allowed: true,
});
const room = (last_seq: number, name: string): GroupChat => ({
  ...settings(last_seq, name),
  participants: [ALICE],
  admins: [ALICE],
});

describe('a KnownRoom', () => {
  it('keeps the members of a room when its settings change', () => {
    const known = new KnownRoom();
    known.merge<Room>(room(1, 'Friends'));
    expect(known.merge<RoomWithoutMembers>(settings(2, 'Best friends'))).toEqual(room(2, 'Best friends'));
  });

  it('replaces the members by those of a newer state', () => {
    const known = new KnownRoom();
    known.merge<Room>(room(1, 'Friends'));
    const later = { ...room(2, 'Friends'), admins: [] };
    expect(known.merge<Room>(later)).toEqual(later);
    expect(known.merge<RoomWithoutMembers>(settings(3, 'Friends'))).toEqual({ ...later, last_seq: 3 });
  });

  it('has no members before they are known', () => {
    expect(new KnownRoom().merge<RoomWithoutMembers>(settings(2, 'Friends'))).toEqual(settings(2, 'Friends'));
  });

  it('keeps newer settings when an older state with the members arrives', () => {
    const known = new KnownRoom();
    known.merge<RoomWithoutMembers>(settings(2, 'Best friends'));
    expect(known.merge<Room>(room(1, 'Friends'))).toEqual(room(2, 'Best friends'));
  });
});
