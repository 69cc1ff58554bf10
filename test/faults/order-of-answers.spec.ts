import pg from 'pg';

import { eventually } from '../support/eventually.js';
import { people } from '../support/people.js';
import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { Service } from '../support/service.js';
import { Tables } from '../support/tables.js';
import { groupOf, onADevice, says } from '../support/talk.js';

let place: Place;
let parley: Service;
/** Locks a room, so that nothing can be stored in it. */
let slow: pg.Client;
let tables: Tables;

beforeAll(async () => {
  place = await newPlace();
  parley = await Service.start({}, place);
  slow = new pg.Client({ connectionString: place.env.DATABASE_URL });
  await slow.connect();
  tables = await Tables.of(place);
});
afterAll(async () => {
  await slow.end();
  await tables.close();
  await parley.stop();
  await place.remove();
});

describe('sends of one connection', () => {
  it('are answered in order, although the room of the first is slow and that of the second is not', async () => {
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const [alices, bobs] = [await alice.arrives(), await onADevice(bob)];
    const [slowRoom, quickRoom] = [await groupOf(alices, [bobs], 'Slow'), await groupOf(alices, [bobs], 'Quick')];

    await slow.query('BEGIN');
    await slow.query('SELECT FROM rooms WHERE id = $1 FOR UPDATE', [slowRoom.id]);
    const asked = [slowRoom, quickRoom, slowRoom, quickRoom].map(({ id }, at) =>
      alices.asks('message.send', { room_id: id, content: String(at) }),
    );
    // A send that arrives with the first would be in the same batch, and wait with it.
    await eventually(() => tables.somebodyWaits());
    // The database still serves other rooms.
    for (const text of ['a', 'b', 'c']) await says(bobs.device, quickRoom, text);
    await slow.query('COMMIT');

    const heard: string[] = [];
    while (heard.length < asked.length) {
      const { request_id: requestId } = await alices.hears('message.dispatch');
      if (requestId !== undefined) heard.push(requestId);
    }
    expect(heard).toEqual(asked);
  });
});
