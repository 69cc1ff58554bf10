import type { RoomListEntry, User } from '@parley/client';

import { titleOf } from './room-title.js';

const ADA = { id: 1, username: 'ada', first_name: 'Ada', last_name: 'Lovelace' } as User;
const chat = (peer: User | null): RoomListEntry => ({ type: 'OneToOneChat', peer }) as RoomListEntry;

it('the title of a room is its name, and of a chat the name of the other user', () => {
  expect(titleOf({ type: 'GroupChat', name: 'Engines' } as RoomListEntry)).toBe('Engines');
  expect(titleOf(chat(ADA))).toBe('Ada Lovelace');
  expect(titleOf(chat({ ...ADA, first_name: '', last_name: '' }))).toBe('ada');
  expect([titleOf(chat(null)), titleOf(chat(null), 'Gelöscht')]).toEqual(['Deleted user', 'Gelöscht']);
});
