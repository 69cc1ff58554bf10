import pg from 'pg';

import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { ServiceData } from '../support/service-data.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { Tables } from '../support/tables.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';

let serviceData: ServiceData;
let parley: Service;
/** Locks a room, so that nothing can be stored in it. */
let slow: pg.Client;
let tables: Tables;

beforeAll(async () => {
  parley = await sharedService();
  ({ serviceData } = parley);
  slow = new pg.Client({ connectionString: serviceData.env.DATABASE_URL });
  await slow.connect();
  tables = await Tables.of(serviceData);
});
afterAll(async () => {
  await slow.end();
  await tables.close();
});

describe('sends of one connection', () => {
  it('are answered in order, although the room of the first is slow and that of the second is not', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const [aliceDevice, bobs] = [await alice.connect(), await connectMember(bob)];
    const [slowRoom, quickRoom] = [
      await createGroup(aliceDevice, [bobs], 'Slow'),
      await createGroup(aliceDevice, [bobs], 'Quick'),
    ];

    await slow.query('BEGIN');
    await slow.query('SELECT FROM rooms WHERE id = $1 FOR UPDATE', [slowRoom.id]);
    const requested = [slowRoom, quickRoom, slowRoom, quickRoom].map(({ id }, at) =>
      aliceDevice.sendRequest('message.send', { room_id: id, content: String(at) }),
    );
    // A send that arrives with the first would be in the same batch, and wait with it.
    await eventually(() => tables.hasLockWait());
    // The database still serves other rooms.
    for (const text of ['a', 'b', 'c']) await sendMessage(bobs.device, quickRoom, text);
    await slow.query('COMMIT');

    const received: string[] = [];
    while (received.length < requested.length) {
      const { request_id: requestId } = await aliceDevice.receive('message.dispatch');
      if (requestId !== undefined) received.push(requestId);
    }
    expect(received).toEqual(requested);
  });
});
