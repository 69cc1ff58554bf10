import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createGroup } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';
import { storedFileIds } from '../support/stored-files.js';
import { FileClient, sendFiles, textFile } from '../support/uploads.js';

/** How files are removed together with messages of more than 30 days. */
const REMOVALS: readonly [name: string, remove: (parley: Service) => Promise<unknown>][] = [
  ['parley messages purge', (parley) => parley.parley('messages', 'purge', '--yes', '--older-than', '30d')],
  ['MESSAGE_RETENTION_DAYS', (parley) => parley.restart('SIGTERM', { MESSAGE_RETENTION_DAYS: '30' })],
];

let parley: Service;
let alice: TestUser;
let files: FileClient;

beforeAll(async () => {
  parley = await Service.start();
  ({ alice } = await users(parley, 'alice'));
  files = new FileClient(parley, alice);
});
afterAll(() => parley.stop());

/** On a connection of its own, because a restart ends those to the embedded database. */
async function query<Row extends object>(sql: string, values: readonly unknown[]): Promise<Row[]> {
  const database = await connected(parley.serviceData);
  const { rows } = await database.query<Row>(sql, [...values]);
  await database.end();
  return rows;
}

/** @returns the ids of the files of an old message and of a new one */
async function sentFiles(): Promise<[old: string, kept: string]> {
  const device = await alice.connect();
  const { id: roomId } = await createGroup(device, []);
  const [old, kept] = [await files.upload(roomId, textFile('x')), await files.upload(roomId, textFile('x'))];
  const message = await sendFiles(device, roomId, old);
  await sendFiles(device, roomId, kept);
  await device.close();
  await query(`UPDATE messages SET created_at = created_at - interval '31 days' WHERE id = $1`, [message.id]);
  return [old, kept];
}

async function expectOnly([old, kept]: readonly [string, string]): Promise<void> {
  await eventually(async () => (await query('SELECT FROM uploads WHERE id = $1', [old])).length === 0);
  expect((await files.read(`/api/files/${old}`)).status).toBe(404);
  expect((await files.read(`/api/files/${kept}`)).status).toBe(200);
}

/** The bytes that the user's files take of the quota. */
async function usage(): Promise<number> {
  const [row] = await query<{ bytes: string }>('SELECT bytes FROM upload_usage WHERE user_id = $1', [alice.id]);
  return Number(row?.bytes ?? 0);
}

// Files in an S3-compatible store are in uploads-to-store.spec.ts.
describe('the files of old messages in a folder', () => {
  it.each(REMOVALS)('are deleted with their bytes by %s', async (_, remove) => {
    const before = await usage();
    const [old, kept] = await sentFiles();
    await remove(parley);
    await expectOnly([old, kept]);
    const stored = await storedFileIds(parley.serviceData);
    expect([stored.includes(old), stored.includes(kept)]).toEqual([false, true]);
    expect(await usage()).toBe(before + 4_096);
  });
});
