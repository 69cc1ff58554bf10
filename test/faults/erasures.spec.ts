import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import pg from 'pg';

import { environment } from '../support/environment.js';
import { people } from '../support/people.js';
import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { Service } from '../support/service.js';
import { says } from '../support/talk.js';

const PARLEY = join(import.meta.dirname, '../../bin/parley.js');

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

describe('an erasure that is killed between two rooms', () => {
  it('has blocked the user, and is completed by the next run, whose receipt covers both', async () => {
    const { alice, bob } = await people(parley, 'alice', 'bob');
    const [alices, bobs] = [await alice.arrives(), await bob.arrives()];
    const group = { type: 'GroupChat', name: 'x', participants: [bob.id] };
    const ids = [(await alices.ask('room.create', group)).data.id, (await alices.ask('room.create', group)).data.id];
    const [first = '', second = ''] = ids.sort();
    for (const id of [first, second, second]) await says(bobs, { id }, 'a word');

    await database.query('BEGIN');
    await database.query('SELECT FROM rooms WHERE id = $1 FOR UPDATE', [second]);
    const words = [PARLEY, 'users', 'erase', bob.username];
    const child = spawn(process.execPath, words, { cwd: place.folder, env: { ...environment(place) } });
    await alices.hears('messagemodification.dispatch', ({ room_id: roomId }) => roomId === first);
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    await database.query('ROLLBACK');
    await expect(bobs.closed()).resolves.toEqual({ code: 4001, reason: 'user_inactive' });

    await expect(parley.parley('users', 'erase', bob.username)).resolves.toMatchObject({
      user_id: bob.id,
      removed: { messages: 3, rooms_left: 2 },
    });
    await alices.hears('messagemodification.dispatch', ({ room_id: roomId }) => roomId === second);
    const { rowCount } = await database.query('SELECT FROM messages WHERE sender_id = $1', [bob.id]);
    expect(rowCount).toBe(0);
  });
});
