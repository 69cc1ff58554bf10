import { idsIn, withExternalIds } from './external-ids.js';

const ada = { id: 7, username: 'ada' };
const bob = { id: 8, username: 'bob', custom: { id: 9, username: 3 } };
const room = { id: 'r', member_count: 2, creator: ada };

it('are added to the users and rooms of an event at any depth, and to nothing else', () => {
  const data = {
    id: 'a',
    place: { id: 7 },
    room,
    members: [{ user: bob, role: 'admin' }],
    member_count: 'x',
    message: { id: 'm', room: { id: 's' }, metadata: { room: { id: 't' }, user: { id: 9, username: 'eve' } } },
    none: null,
  };
  expect(idsIn(data)).toEqual({ users: [7, 8], rooms: ['r', 's'] });
  const ids = { users: new Map([[7, 'cust:1']]), rooms: new Map(['r', 's', 't'].map((id) => [id, `order:${id}`])) };
  expect(withExternalIds(data, ids)).toEqual({
    ...data,
    room: { ...room, creator: { ...ada, external_id: 'cust:1' }, external_id: 'order:r' },
    message: { ...data.message, room: { id: 's', external_id: 'order:s' } },
  });
  expect(withExternalIds(null, { users: new Map(), rooms: new Map() })).toBeNull();
});
