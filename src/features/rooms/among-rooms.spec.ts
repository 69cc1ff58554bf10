import { amongRooms } from './among-rooms.js';

const [FIRST, SECOND] = ['01980000-0000-7000-8000-000000000001', '01980000-0000-7000-8000-00000000000a'];

describe('amongRooms', () => {
  it('groups ids by the rooms in which they are found, in the order of the ids of the rooms', async () => {
    const found = [
      { id: 'b', roomId: SECOND },
      { id: 'a', roomId: FIRST },
      { id: 'c', roomId: SECOND },
    ];
    await expect(amongRooms({}, ['a', 'b', 'c', 'd'], undefined, () => Promise.resolve(found))).resolves.toEqual([
      { roomId: FIRST, ids: ['a'], isGiven: false },
      { roomId: SECOND, ids: ['b', 'c'], isGiven: false },
    ]);
  });

  it('looks nothing up if the request names the room', async () => {
    const find = (): never => {
      throw new Error('a lookup');
    };
    await expect(amongRooms({}, ['a', 'b'], SECOND.toUpperCase(), find)).resolves.toEqual([
      { roomId: SECOND, ids: ['a', 'b'], isGiven: true },
    ]);
  });
});
