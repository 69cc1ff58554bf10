import pg from 'pg';

import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';

let serviceData: ServiceData;
let parley: Service;
let database: pg.Client;

beforeAll(async () => {
  serviceData = await newServiceData();
  database = new pg.Client({ connectionString: serviceData.env.DATABASE_URL });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await parley.stop();
  await serviceData.remove();
});

/** Records the planner settings of every session that writes a message. */
const NOTE_PLANNING = `
  CREATE TABLE sessions_seen (jit text, random_page_cost text);
  CREATE FUNCTION note_session() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO sessions_seen VALUES (current_setting('jit'), current_setting('random_page_cost'));
    RETURN NULL;
  END $$;
  CREATE TRIGGER note_session AFTER INSERT ON messages FOR EACH ROW EXECUTE FUNCTION note_session()`;

describe('the statements of the service', () => {
  it('run without JIT and with planner costs for SSDs, whatever the settings of the database', async () => {
    const { rows } = await database.query<{ name: string }>('SELECT current_database() AS name');
    await database.query(`ALTER DATABASE ${rows[0]!.name} SET jit = on; ${NOTE_PLANNING}`);
    parley = await Service.start({}, serviceData);
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const phone = await alice.connect();
    await sendMessage(phone, await createGroup(phone, [await connectMember(bob)]), 'hello');
    const seen = await database.query('SELECT DISTINCT jit, random_page_cost FROM sessions_seen');
    expect(seen.rows).toEqual([{ jit: 'off', random_page_cost: '1.1' }]);
  });
});
