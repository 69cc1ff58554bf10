import type { Parley, User } from '@parley/client';

import type { Self } from '../session/session.js';
import { JoinRequests } from './join-requests.js';

const bob: User = {
  id: 2,
  username: 'bob',
  first_name: 'Bob',
  last_name: '',
  avatar: null,
  status: null,
  is_bot: false,
};

interface JoinRequestEvent {
  readonly room_id: string;
  readonly user: User;
  readonly status: 'pending' | 'approved' | 'denied';
}

/** A service whose lists are answered when a test says so. */
class Service {
  readonly lists: ((users: readonly User[]) => void)[] = [];
  private readonly listeners = new Map<string, (event: unknown) => void>();

  readonly parley = {
    on: (name: string, listener: (event: unknown) => void) => {
      this.listeners.set(name, listener);
    },
    ask: () =>
      new Promise((resolve) => {
        this.lists.push((users) => resolve({ data: { join_requests: users.map((user) => ({ user })) } }));
      }),
  } as unknown as Parley;

  report(event: JoinRequestEvent): void {
    this.listeners.get('joinRequest')?.(event);
  }

  rename(user: User): void {
    this.listeners.get('profile')?.(user);
  }
}

describe('the join requests of a room', () => {
  it('have the present names', () => {
    const service = new Service();
    const requests = new JoinRequests(service.parley, { id: 1 } as Self);
    service.report({ room_id: 'room', user: bob, status: 'pending' });
    service.rename({ ...bob, first_name: 'Robert' });
    expect(requests.inRoom('room')).toEqual([{ ...bob, first_name: 'Robert' }]);
  });

  it('keep a request that is reported while an older list is on its way', async () => {
    const service = new Service();
    const requests = new JoinRequests(service.parley, { id: 1 } as Self);
    const loaded = requests.load('room');
    service.report({ room_id: 'room', user: bob, status: 'pending' });
    service.lists[0]!([]);
    await expect.poll(() => service.lists).toHaveLength(2);
    service.lists[1]!([bob]);
    await loaded;
    expect(requests.inRoom('room')).toEqual([bob]);
  });

  it('are those of the list, which is read once if nothing is reported', async () => {
    const service = new Service();
    const requests = new JoinRequests(service.parley, { id: 1 } as Self);
    service.report({ room_id: 'room', user: bob, status: 'pending' });
    const loaded = requests.load('room');
    service.lists[0]!([]);
    await loaded;
    expect([requests.inRoom('room'), service.lists.length]).toEqual([[], 1]);
  });
});
