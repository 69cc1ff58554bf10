import pg from 'pg';

import { people } from '../support/people.js';
import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { Service } from '../support/service.js';
import { groupOf, onADevice, says } from '../support/talk.js';

let place: Place;
let parley: Service;
let database: pg.Client;

beforeAll(async () => {
  place = await newPlace();
  parley = await Service.start({}, place);
  database = new pg.Client({ connectionString: place.env.DATABASE_URL });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await parley.stop();
  await place.remove();
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
    await parley.stop();
    parley = await Service.start({}, place);
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const phone = await alice.arrives();
    await says(phone, await groupOf(phone, [await onADevice(bob)]), 'hello');
    const seen = await database.query('SELECT DISTINCT jit, random_page_cost FROM sessions_seen');
    expect(seen.rows).toEqual([{ jit: 'off', random_page_cost: '1.1' }]);
  });
});
