import { crowd, people } from '../support/people.js';
import type { Place } from '../support/place.js';
import type { Service } from '../support/service.js';
import { areOpen } from '../support/sessions.js';
import type { StatementProxy } from '../support/statement-proxy.js';
import { watchedService } from '../support/watched-service.js';

const LOOKS = /bool_or\(s\.seen_at/;
const ASKS_WHO_SHARES_A_ROOM = /theirs\.room_id = own\.room_id/;

let place: Place;
let proxy: StatementProxy;
let parley: Service;

beforeAll(async () => {
  ({ place, proxy, parley } = await watchedService());
});

const ran = (statement: RegExp): number =>
  proxy.about('sessions', 'room_members').filter((text) => statement.test(text)).length;

describe('presence', () => {
  it('is read only on nodes with subscribers, in one statement for all of them', async () => {
    const everybody = await crowd(parley, 10);
    const { bob } = await people(parley, 'bob');
    const devices = await Promise.all(everybody.map((person) => person.arrives()));
    const bobs = await bob.arrives();
    const participants = [...everybody.slice(1), bob].map(({ id }) => id);
    await devices[0]!.ask('room.create', { type: 'GroupChat', name: 'x', participants });
    for (const device of devices) await device.ask('session.heartbeat', {});
    expect(ran(LOOKS)).toBe(0);

    // A session is written to the tables a little later.
    await areOpen(devices.length + 1, place);
    proxy.forget();
    const user_ids = [bob.id, everybody[0]!.id];
    await devices[0]!.ask('presence.subscribe', { user_ids });
    expect(ran(ASKS_WHO_SHARES_A_ROOM)).toBe(1);
    for (const device of devices.slice(1)) await device.ask('presence.subscribe', { user_ids });
    proxy.forget();
    await bobs.leaves();
    for (const device of devices) {
      const { data } = await device.hears('presence.dispatch', (frame) => frame.request_id === undefined);
      expect(data).toMatchObject([{ user_id: bob.id, status: 'offline' }]);
    }
    expect(ran(ASKS_WHO_SHARES_A_ROOM)).toBe(1);
  });
});
