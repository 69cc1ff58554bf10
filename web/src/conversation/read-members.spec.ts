import type { Parley, RoomMember, User } from '@parley/client';

import { readMembers } from './read-members.js';

const bob = { id: 2, username: 'bob', first_name: 'Bob', role: 'member', permissions: [] } as unknown as RoomMember;
const carol = { ...bob, id: 3, username: 'carol', first_name: 'Carol' };

/** A service whose lists are answered when a test says so. */
class Service {
  readonly lists: ((members: readonly RoomMember[]) => void)[] = [];
  private readonly listeners = new Set<(user: User) => void>();

  readonly parley = {
    on: (_: 'profile', listener: (user: User) => void) => {
      this.listeners.add(listener);
      return () => this.listeners.delete(listener);
    },
    ask: () =>
      new Promise((resolve) => {
        this.lists.push((members) => resolve({ data: { members, next_cursor: null } }));
      }),
  } as unknown as Parley;

  rename(user: User): void {
    for (const listener of this.listeners) listener(user);
  }
}

describe('the members of a room', () => {
  it('have a name that is reported while an older list is on its way', async () => {
    const service = new Service();
    const members = readMembers(service.parley, 'room');
    service.rename({ ...bob, first_name: 'Robert' });
    service.lists[0]!([bob, carol]);
    expect((await members).map(({ first_name: name }) => name)).toEqual(['Robert', 'Carol']);
  });
});
