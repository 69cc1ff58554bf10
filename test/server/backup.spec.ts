import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';

import { parley } from '../support/command.js';
import { Copy, synced, syncs } from '../support/copy.js';
import { people } from '../support/people.js';
import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { Service } from '../support/service.js';
import { groupOf, historyOf, onADevice, says } from '../support/talk.js';

const SENT_MEANWHILE = 300;

let place: Place;
let backup: string;

beforeEach(async () => {
  place = await newPlace();
  backup = join(place.folder, 'parley.backup');
});
afterEach(() => place.remove());

/** The message of a command that is refused. */
const refusal = (...words: string[]): Promise<string> =>
  parley(place, ...words).then(
    () => 'It was not refused.',
    (error: unknown) => (error as { stderr: string }).stderr.trim(),
  );

const dataDir = (): string => place.env.DATA_DIR!;

/** The files of backups, temporary ones included. */
const filesBeside = (file: string): string[] => readdirSync(join(file, '..')).filter((name) => name.includes('backup'));

describe('a backup of the embedded database', () => {
  it('contains everything accepted before it began, while the service continues', async () => {
    const service = await Service.start({}, place);
    const { alice, bob } = await people(service, 'alice', 'bob');
    const [phone, bobs] = [await alice.arrives(), await onADevice(bob)];
    const room = await groupOf(phone, [bobs]);
    for (const content of ['one', 'two', 'three']) await says(phone, room, content);
    const asked = Array.from({ length: SENT_MEANWHILE }, (_, at) =>
      phone.asks('message.send', { room_id: room.id, content: `meanwhile ${String(at)}` }),
    );
    await expect(parley(place, 'backup', backup)).resolves.toEqual({
      ...{ file: backup, users: expect.any(Number) as number },
      ...{ rooms: 1, messages: expect.any(Number) as number },
    });
    for (const requestId of asked) expect((await phone.answered(requestId)).error).toBeUndefined();
    for (const content of ['four', 'five']) await says(phone, room, content);
    const ahead = await Copy.anew(bobs.device);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect(filesBeside(backup)).toEqual(['parley.backup']);
    await service.stop();

    await expect(parley(place, 'restore', backup, '--force')).resolves.toMatchObject({ file: backup, rooms: 1 });
    const again = await Service.start({}, place);
    const restored = { person: bob, device: await bob.arrives(again) };
    const history = (await historyOf(restored.device, room)).map(({ content }) => content).reverse();
    // A snapshot of one moment: all messages before it, those accepted until then in order, and none of the later ones.
    const meanwhile = Array.from({ length: SENT_MEANWHILE }, (_, at) => `meanwhile ${String(at)}`);
    const whole = ['one', 'two', 'three', ...meanwhile].slice(0, await countOf(restored.device, room.id));
    expect(history).toEqual(whole.slice(-history.length));
    expect(whole.slice(0, 3)).toEqual(['one', 'two', 'three']);
    const [page] = await synced(restored.device, ahead.asks());
    expect(page!.rooms).toEqual([expect.objectContaining({ room_id: room.id, reset: true })]);
    await syncs(restored.device, ahead);
    expect(ahead.seen()).toEqual((await Copy.anew(restored.device)).seen(ahead));
    await again.stop();
  });

  it('can be created without a service, replaces an older one, and is restored on another machine', async () => {
    writeFileSync(backup, 'an older one');
    await parley(place, 'backup', backup);
    const other = await newPlace();
    rmSync(other.env.DATA_DIR!, { recursive: true });
    const before = await parley(place, 'users', 'list');
    await parley(other, 'restore', backup);
    await expect(parley(other, 'users', 'list')).resolves.toEqual(before);
    expect(readdirSync(other.env.DATA_DIR!).filter((name) => name.startsWith('database'))).toEqual(['database']);
    await other.remove();
  });

  it('is not created if there is no database', async () => {
    rmSync(dataDir(), { recursive: true });
    expect(await refusal('backup', backup)).toMatch(/^There is no database in the data folder /);
    expect(existsSync(backup)).toBe(false);
  });

  it('leaves the file unchanged if it cannot be created', async () => {
    expect(await refusal('backup', join(place.folder, 'nowhere', 'file'))).toMatch(/^The file .* cannot be written: /);
    mkdirSync(backup);
    expect(await refusal('backup', backup)).not.toBe('It was not refused.');
    expect(filesBeside(backup)).toEqual(['parley.backup']);
  });
});

describe('parley restore', () => {
  beforeEach(() => parley(place, 'backup', backup));

  it('replaces no database without --force', async () => {
    expect(await refusal('restore', backup)).toMatch(/^There is a database in the data folder .*: .* give --force\.$/);
    await expect(parley(place, 'users', 'list')).resolves.not.toEqual([]);
  });

  it('replaces no database that a service is using', async () => {
    const service = await Service.start({}, place);
    expect(await refusal('restore', backup, '--force')).toMatch(/^A service \(process \d+\) is using the data folder /);
    await people(service, 'alice');
    await service.stop();
  });

  it('keeps the present database unless the backup is complete', async () => {
    await parley(place, 'users', 'create', 'zoe', '--password', 'correct horse battery');
    const users = await parley(place, 'users', 'list');
    const bytes = readFileSync(backup);
    const wrong = {
      'cut off': bytes.subarray(0, bytes.length - 1_000),
      changed: Buffer.from(bytes).fill(0, bytes.length >> 1, (bytes.length >> 1) + 100),
      'something else': Buffer.from('something else'),
      empty: Buffer.alloc(0),
    };
    for (const content of Object.values(wrong)) {
      writeFileSync(backup, content);
      expect(await refusal('restore', backup, '--force')).toMatch(/^The file .* cannot be restored: /);
    }
    rmSync(backup);
    expect(await refusal('restore', backup, '--force')).toMatch(/^The file .* cannot be restored: /);
    await expect(parley(place, 'users', 'list')).resolves.toEqual(users);
  });

  it('refuses other databases, and databases of a newer version', async () => {
    const archiveOf = async (folder: string, statement: string): Promise<void> => {
      const database = await PGlite.create(folder);
      await database.exec(statement);
      writeFileSync(backup, Buffer.from(await (await database.dumpDataDir('gzip')).arrayBuffer()));
      await database.close();
    };
    const users = await parley(place, 'users', 'list');
    const copy = join(place.folder, 'copy');
    cpSync(join(dataDir(), 'database'), copy, { recursive: true });
    await archiveOf(copy, `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`);
    expect(await refusal('restore', backup, '--force')).toMatch(/: This is a database of a newer version of Parley\.$/);
    await archiveOf(copy, 'DROP TABLE migrations');
    expect(await refusal('restore', backup, '--force')).toMatch(/: This is not a database of Parley\.$/);
    await expect(parley(place, 'users', 'list')).resolves.toEqual(users);
  });

  it('keeps the former database if it is interrupted', async () => {
    const [database, next, former] = ['database', 'database.next', 'database.former'].map((name) =>
      join(dataDir(), name),
    ) as [string, string, string];
    await parley(place, 'users', 'create', 'zoe', '--password', 'correct horse battery');
    const users = await parley(place, 'users', 'list');
    cpSync(database, next, { recursive: true });
    renameSync(database, former);
    await expect(parley(place, 'users', 'list')).resolves.toEqual(users);
    expect([existsSync(next), existsSync(former)]).toEqual([false, false]);
  });
});

it('parley backup and parley restore refuse a PostgreSQL server', async () => {
  const onPostgres = { ...place, env: { ...place.env, DATABASE_URL: 'postgres://127.0.0.1:1/parley_test' } };
  for (const command of ['backup', 'restore']) {
    await expect(parley(onPostgres, command, backup)).rejects.toMatchObject({
      stderr: expect.stringMatching(/^DATABASE_URL is set: .* see docs\/backup\.md\.\n$/) as string,
    });
  }
});

/** The number of messages in the room. */
async function countOf(device: Awaited<ReturnType<typeof onADevice>>['device'], room_id: string): Promise<number> {
  const { data: room } = await device.ask('room.info', { room_id });
  return room.last_seq - 1;
}
