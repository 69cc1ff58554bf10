import pg from 'pg';

import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { people } from '../support/people.js';
import { Service } from '../support/service.js';

let place: Place;
let parley: Service;
let slow: pg.Client;

beforeAll(async () => {
  place = await newPlace();
  parley = await Service.start({}, place);
  slow = new pg.Client({ connectionString: place.env.DATABASE_URL });
  await slow.connect();
});
afterAll(async () => {
  await slow.end();
  await parley.stop();
  await place.remove();
});

describe('a signal through the database', () => {
  it('is received after its commit, even if later signals were received before', async () => {
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const [alices, bobs] = [await alice.arrives(), await bob.arrives()];
    await slow.query('BEGIN');
    await slow.query("INSERT INTO signals (kind, payload) VALUES ('access.changed', $1)", [
      { userId: bob.id, reason: 'user_inactive' },
    ]);
    await parley.parley('users', 'deactivate', alice.username);
    await expect(alices.closed()).resolves.toEqual({ code: 4001, reason: 'user_inactive' });
    await bobs.ask('session.heartbeat', {});
    await slow.query('COMMIT');
    await expect(bobs.closed()).resolves.toEqual({ code: 4001, reason: 'user_inactive' });
  });
});
