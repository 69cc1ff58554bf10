import { manyUsers } from '../support/people.js';
import type { Service } from '../support/service.js';
import type { StatementProxy } from '../support/statement-proxy.js';
import { watchedService } from '../support/watched-service.js';

let proxy: StatementProxy;
let parley: Service;

beforeAll(async () => {
  ({ proxy, parley } = await watchedService());
});

describe('a new room', () => {
  it('takes one statement for the strangers in it, whatever their number, and none without others', async () => {
    const [user, ...strangers] = await manyUsers(parley, 12);
    const device = await user!.connect();
    const costs: number[][] = [];
    for (const named of [strangers.slice(0, 1), strangers.slice(1), strangers]) {
      const participants = named.map(({ id }) => id);
      proxy.forget();
      await device.request('room.create', { type: 'GroupChat', name: 'x', participants });
      const all = proxy.about('users', 'rooms', 'room_members', 'stranger_contacts', 'room_invitations').length;
      costs.push([proxy.about('stranger_contacts').length, all]);
    }
    expect(costs[0]![0]).toBe(1);
    expect(costs[1]).toEqual(costs[0]);
    expect(costs[2]).toEqual(costs[0]);
    proxy.forget();
    await device.request('room.create', { type: 'GroupChat', name: 'x' });
    expect(proxy.about('stranger_contacts')).toEqual([]);
    await device.close();
  });

  it('takes the same number of statements for one invited user as for ten', async () => {
    const [user, ...strangers] = await manyUsers(parley, 12);
    for (const stranger of strangers) {
      const socket = await stranger.connect();
      await socket.request('user.update', { add_policy: 'nobody' });
      await socket.close();
    }
    const device = await user!.connect();
    const costs: number[] = [];
    for (const named of [strangers.slice(0, 1), strangers.slice(1)]) {
      const participants = named.map(({ id }) => id);
      proxy.forget();
      await device.request('room.create', { type: 'GroupChat', name: 'x', participants });
      costs.push(proxy.about('users', 'rooms', 'room_members', 'room_invitations', 'audit_entries').length);
    }
    expect(costs[1]).toBe(costs[0]);
    await device.close();
  });
});
