import type { Snapshot } from '../../platform/database/unit-of-work.js';
import type { OwnRoomsGrant } from '../rooms/room.policy.js';
import { SyncRepository } from './sync.repository.js';

const grant = { userId: 1 } as OwnRoomsGrant;

/** A database whose list of the user's rooms contains rooms of which the user is not a member. */
const snapshotOf = (listed: readonly string[], rooms: readonly string[]): Snapshot => ({
  manager: {
    query: (text: string, [, second, third, fourth]: readonly unknown[]) => {
      if (!text.includes('user_rooms')) {
        return Promise.resolve(rooms.filter((id) => (second as string[]).includes(id)).map((roomId) => ({ roomId })));
      }
      const from = listed.filter((id) => id >= (second as string)).slice(fourth as number);
      return Promise.resolve(from.slice(0, third as number).map((id) => ({ id })));
    },
  } as unknown as Snapshot['manager'],
});

describe('the states of rooms', () => {
  const statesOf = async (listed: readonly string[], rooms: readonly string[], from: string): Promise<string[]> => {
    const states = await new SyncRepository().syncStates(snapshotOf(listed, rooms), grant, from, 2);
    return states.map(({ roomId }) => roomId);
  };

  it('are of the first rooms that are listed', async () => {
    await expect(statesOf(['a', 'b', 'c'], ['a', 'b', 'c'], 'a')).resolves.toEqual(['a', 'b']);
    await expect(statesOf(['a', 'b', 'c'], ['a', 'b', 'c'], 'c')).resolves.toEqual(['c']);
    await expect(statesOf([], [], 'a')).resolves.toEqual([]);
  });

  it('go on with the next rooms where a listed one is not to be read yet, so that none after it is missed', async () => {
    await expect(statesOf(['a', 'b', 'c', 'd', 'e'], ['c', 'e'], 'a')).resolves.toEqual(['c', 'e']);
    await expect(statesOf(['a', 'b', 'c', 'd'], ['a', 'c', 'd'], 'a')).resolves.toEqual(['a', 'c']);
    await expect(statesOf(['a', 'b', 'c', 'd'], [], 'a')).resolves.toEqual([]);
  });
});
