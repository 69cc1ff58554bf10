import { OpenRoom } from './open-rooms.js';
import type { MembershipRow } from './rules/room.rules.js';

const membership = (userId: number): MembershipRow => ({
  room_id: 'a room',
  user_id: userId,
  role: 'member',
  permissions: [],
  joined_at: new Date(0),
});

/** A room of two users with four messages. */
function usedRoom(): OpenRoom {
  const room = new OpenRoom('a room', [membership(1), membership(2)]);
  for (const id of ['one', 'two', 'three', 'four']) room.add(id, id === 'four');
  return room;
}

const marks = (room: OpenRoom): [given: number, read: number][] =>
  room.members().map(({ delivered_seq, read_seq }) => [delivered_seq, read_seq]);

describe('a room during its import', () => {
  it('assigns sequence numbers from 1, and ends with the newest message that is not deleted', () => {
    expect(usedRoom().end()).toEqual({ id: 'a room', last_seq: 4, last_message_id: 'three' });
    expect(new OpenRoom('a room', []).end()).toEqual({ id: 'a room', last_seq: 0, last_message_id: null });
  });

  it('has no pending or unread messages for a member without notifications and receipts', () => {
    expect(marks(usedRoom())).toEqual([
      [4, 4],
      [4, 4],
    ]);
  });

  it('has pending messages from the first notification on, in any order of the notifications', () => {
    const room = usedRoom();
    for (const seq of [4, 3]) room.isPending(2, seq);
    expect(marks(room)[1]).toEqual([2, 2]);
  });

  it('is read up to the newest read message, but not past a pending one', () => {
    const room = usedRoom();
    for (const seq of [2, 1]) room.isRead(1, seq);
    room.isRead(2, 4);
    room.isPending(2, 3);
    expect(marks(room)).toEqual([
      [4, 2],
      [2, 2],
    ]);
  });

  it('ignores notifications and receipts of non-members', () => {
    const room = usedRoom();
    room.isPending(3, 1);
    room.isRead(3, 1);
    expect(room.hasMember(3)).toBe(false);
    expect(room.members()).toHaveLength(2);
  });
});
