import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import pg from 'pg';

import { environment } from '../support/environment.js';
import { users } from '../support/people.js';
import type { ServiceData } from '../support/service-data.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { sendMessage } from '../support/messaging.js';

const PARLEY = join(import.meta.dirname, '../../bin/parley.js');

let serviceData: ServiceData;
let parley: Service;
let database: pg.Client;

beforeAll(async () => {
  parley = await sharedService();
  ({ serviceData } = parley);
  database = new pg.Client({ connectionString: serviceData.env.DATABASE_URL });
  await database.connect();
});
afterAll(async () => {
  await database.end();
});

describe('an erasure that is killed between two rooms', () => {
  it('has blocked the user, and is completed by the next run, whose receipt covers both', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const [aliceDevice, bobDevice] = [await alice.connect(), await bob.connect()];
    const group = { type: 'GroupChat', name: 'x', participants: [bob.id] };
    const ids = [
      (await aliceDevice.request('room.create', group)).data.id,
      (await aliceDevice.request('room.create', group)).data.id,
    ];
    const [first = '', second = ''] = ids.sort();
    for (const id of [first, second, second]) await sendMessage(bobDevice, { id }, 'a word');

    await database.query('BEGIN');
    await database.query('SELECT FROM rooms WHERE id = $1 FOR UPDATE', [second]);
    const words = [PARLEY, 'users', 'erase', bob.username, '--yes'];
    const child = spawn(process.execPath, words, { cwd: serviceData.folder, env: { ...environment(serviceData) } });
    await aliceDevice.receive('messagemodification.dispatch', ({ room_id: roomId }) => roomId === first);
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    await database.query('ROLLBACK');
    await expect(bobDevice.closed()).resolves.toEqual({ code: 4001, reason: 'user_inactive' });

    await expect(parley.parley('users', 'erase', bob.username, '--yes')).resolves.toMatchObject({
      user_id: bob.id,
      removed: { messages: 3, rooms_left: 2 },
    });
    await aliceDevice.receive('messagemodification.dispatch', ({ room_id: roomId }) => roomId === second);
    const { rowCount } = await database.query('SELECT FROM messages WHERE sender_id = $1', [bob.id]);
    expect(rowCount).toBe(0);
  });
});
