import type { RoomListEntry, User } from '@parley/protocol';

import { message, ROOM } from '../socket.fake.js';
import { StoredRooms } from './stored-rooms.js';

const ada = { id: 2, username: 'ada', first_name: '', last_name: '' } as User;

function listed(): StoredRooms {
  const rooms = new StoredRooms();
  const common = { id: ROOM, created_at: '2026-01-01', property: {}, last_seq: 1, type: 'OneToOneChat' };
  const last = { ...message(1), sender: ada };
  rooms.merge({ ...common, peer: ada, last_message: last, unread_count: 88 } as unknown as RoomListEntry);
  return rooms;
}

describe('the stored rooms', () => {
  it('have the present names of their users', () => {
    const rooms = listed();
    const named = { ...ada, first_name: 'Ada', last_name: 'Lovelace' };
    rooms.update(named);
    expect(rooms.all).toMatchObject([{ peer: named, last_message: { sender: named } }]);
  });

  it('have the counts that were passed last, and none where none were', () => {
    const rooms = listed();
    rooms.setUnread({ [ROOM]: 90 }, { [ROOM]: 1 });
    expect(rooms.all).toMatchObject([{ unread_count: 90, unread_mentions: 1 }]);
    rooms.setUnread({}, {});
    expect(rooms.all).toMatchObject([{ unread_count: 0, unread_mentions: 0 }]);
  });
});
