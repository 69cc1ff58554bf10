import pg from 'pg';

import type { ServiceData } from '../support/service-data.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let serviceData: ServiceData;
let parley: Service;
let slow: pg.Client;

beforeAll(async () => {
  parley = await sharedService();
  ({ serviceData } = parley);
  slow = new pg.Client({ connectionString: serviceData.env.DATABASE_URL });
  await slow.connect();
});
afterAll(async () => {
  await slow.end();
});

describe('a signal through the database', () => {
  it('is received after its commit, even if later signals were received before', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const [aliceDevice, bobDevice] = [await alice.connect(), await bob.connect()];
    await slow.query('BEGIN');
    await slow.query("INSERT INTO signals (kind, payload) VALUES ('access.changed', $1)", [
      { userId: bob.id, reason: 'user_inactive' },
    ]);
    await parley.parley('users', 'deactivate', alice.username);
    await expect(aliceDevice.closed()).resolves.toEqual({ code: 4001, reason: 'user_inactive' });
    await bobDevice.request('session.heartbeat', {});
    await slow.query('COMMIT');
    await expect(bobDevice.closed()).resolves.toEqual({ code: 4001, reason: 'user_inactive' });
  });
});
