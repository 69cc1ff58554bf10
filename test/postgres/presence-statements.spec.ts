import { logIn, manyUsers, users } from '../support/people.js';
import type { ServiceData } from '../support/service-data.js';
import type { Service } from '../support/service.js';
import { waitForOpenSessions } from '../support/sessions.js';
import type { StatementProxy } from '../support/statement-proxy.js';
import { watchedService } from '../support/watched-service.js';

const LOOKS = /bool_or\(s\.seen_at/;
const ASKS_WHO_SHARES_A_ROOM = /theirs\.room_id = own\.room_id/;

let serviceData: ServiceData;
let proxy: StatementProxy;
let parley: Service;

beforeAll(async () => {
  ({ serviceData, proxy, parley } = await watchedService());
});

const ran = (statement: RegExp): number =>
  proxy.about('sessions', 'user_rooms').filter((text) => statement.test(text)).length;

describe('session.list', () => {
  it('takes one statement, whatever the number of log-ins and connections', async () => {
    const { carol } = await users(parley, 'carol');
    const device = await carol.connect();
    for (const further of [0, 4]) {
      const logIns = await Promise.all(Array.from({ length: further }, () => logIn(parley, carol.username)));
      const devices = await Promise.all(logIns.map((each) => each.connect()));
      await waitForOpenSessions(1 + further, serviceData, carol.username);
      proxy.forget();
      const { data } = await device.request('session.list', {});
      expect(data.sessions).toHaveLength(1 + further);
      const read = proxy
        .about('refresh_tokens', 'sessions')
        .filter((text) => !/\b(INSERT|UPDATE|DELETE)\b/i.test(text));
      expect(read).toHaveLength(1);
      for (const each of devices) await each.close();
    }
    await device.close();
  });
});

describe('presence', () => {
  it('is read only on nodes with subscribers, in one statement for all of them', async () => {
    const everyone = await manyUsers(parley, 10);
    const { bob } = await users(parley, 'bob');
    const devices = await Promise.all(everyone.map((user) => user.connect()));
    const bobDevice = await bob.connect();
    const participants = [...everyone.slice(1), bob].map(({ id }) => id);
    await devices[0]!.request('room.create', { type: 'GroupChat', name: 'x', participants });
    for (const device of devices) await device.request('session.heartbeat', {});
    expect(ran(LOOKS)).toBe(0);

    // A session is written to the tables a little later.
    await waitForOpenSessions(devices.length + 1, serviceData);
    proxy.forget();
    const user_ids = [bob.id, everyone[0]!.id];
    await devices[0]!.request('presence.subscribe', { user_ids });
    expect(ran(ASKS_WHO_SHARES_A_ROOM)).toBe(1);
    for (const device of devices.slice(1)) await device.request('presence.subscribe', { user_ids });
    proxy.forget();
    await bobDevice.close();
    for (const device of devices) {
      const { data } = await device.receive('presence.dispatch', (frame) => frame.request_id === undefined);
      expect(data).toMatchObject([{ user_id: bob.id, status: 'offline' }]);
    }
    expect(ran(ASKS_WHO_SHARES_A_ROOM)).toBe(1);
  });
});
