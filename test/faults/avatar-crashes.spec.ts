import type { Room } from '@parley/protocol';
import type { Client } from 'pg';

import { photograph } from '../support/avatars.js';
import type { Moment } from '../support/cutting-proxy.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { violatedInvariants } from '../support/invariants.js';
import { KillingProxy } from '../support/killing-proxy.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { STRIDE } from '../support/sample.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { afterADay, storedFileIds } from '../support/stored-files.js';
import { FileClient } from '../support/uploads.js';
import type { TestFile } from '../support/uploads.js';

/** The statements of avatars, and the ends of the transactions that they are part of. */
const OF_AVATARS = /\b(uploads|upload_usage)\b|^COMMIT/;
/** Bounds of the number of such statements of one change. */
const [FEWEST_STATEMENTS, MOST_STATEMENTS] = [12, 60];
/** Each kill costs a start. The beginnings differ, so that together they try other statements. */
const STEP = STRIDE === 1 ? 1 : 5 * STRIDE;

let serviceData: ServiceData;
let proxy: KillingProxy;
let parley: Service;
let database: Client;
let alice: TestUser;
let room: Room;
let picture: TestFile;

beforeAll(async () => {
  serviceData = await newServiceData();
  proxy = await KillingProxy.before(serviceData.env.DATABASE_URL!);
  parley = await Service.start({ DATABASE_URL: proxy.databaseUrl }, serviceData);
  database = await connected(serviceData);
  ({ alice } = await users(parley, 'alice'));
  const device = await alice.connect();
  room = (await device.request('room.create', { type: 'GroupChat', name: 'x', participants: [] })).data;
  await device.close();
  picture = await photograph();
});
afterAll(async () => {
  await database.end();
  await parley.stop();
  await proxy.close();
  await serviceData.remove();
});

/** Replaces the avatar of the user, or of the room. */
async function replace(of: 'user' | 'room'): Promise<void> {
  const roomId = of === 'room' ? room.id : null;
  const device = await alice.connect();
  try {
    const avatar_upload_id = await new FileClient(parley, alice).uploadAvatar(roomId, picture);
    if (roomId === null) await device.request('user.update', { avatar_upload_id });
    else await device.request('room.modify', { room_id: roomId, action: 'update', data: { avatar_upload_id } });
    // The removal of the one before is among the statements.
    await eventually(async () => (await database.query(EXPIRING)).rowCount === 0);
  } finally {
    await device.close();
  }
}

const EXPIRING = 'SELECT FROM uploads WHERE expires_at IS NOT NULL';

/** @returns whether the service was killed before the change has ended; it runs again */
async function isKilled(of: 'user' | 'room', at: number, moment: Moment): Promise<boolean> {
  const killed = proxy.killAt(parley, at, moment, OF_AVATARS).then(() => true);
  const changed = replace(of).then(() => false);
  const wasKilled = await Promise.race([killed, changed.catch(() => killed)]);
  proxy.passEverything();
  if (!wasKilled) return false;
  await changed.catch(() => undefined);
  await parley.begin();
  return true;
}

/** The avatars that are shown can be read, and after a day no other bytes are left. */
async function nothingIsHalf(shown: number): Promise<void> {
  const { rows } = await database.query<{ avatar: string }>(
    'SELECT avatar FROM users WHERE avatar IS NOT NULL UNION ALL SELECT avatar FROM rooms WHERE avatar IS NOT NULL',
  );
  expect(rows).toHaveLength(shown);
  for (const { avatar } of rows) expect((await new FileClient(parley, undefined).read(avatar)).status).toBe(200);
  await afterADay(database);
  const uploads = await database.query<{ id: string }>('SELECT id FROM uploads ORDER BY id');
  expect(await storedFileIds(serviceData)).toEqual(uploads.rows.map(({ id }) => id));
  expect(uploads.rows).toHaveLength(shown);
  expect(await violatedInvariants(database)).toEqual({});
}

describe('a service that is killed at any statement of a change of an avatar', () => {
  it.each([
    ['user', 1, 'before', 1],
    ['room', 9, 'after', 2],
  ] as const)(
    'leaves the old or the new one of a %s, from statement %i, %s its execution',
    async (of, first, moment, shown) => {
      await replace(of);
      let at = first;
      while (await isKilled(of, at, moment)) {
        await nothingIsHalf(shown);
        at += STEP;
        expect(at).toBeLessThan(MOST_STATEMENTS + STEP);
      }
      expect(at).toBeGreaterThan(FEWEST_STATEMENTS);
      await nothingIsHalf(shown);
    },
  );
});
