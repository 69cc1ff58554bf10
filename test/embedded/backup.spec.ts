import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';

import { parley } from '../support/command.js';
import { ClientState, sync, syncInto } from '../support/client-state.js';
import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { createGroup, historyOf, connectMember, sendMessage } from '../support/messaging.js';

const SENT_MEANWHILE = 300;

let serviceData: ServiceData;
let backup: string;

beforeEach(async () => {
  serviceData = await newServiceData();
  backup = join(serviceData.folder, 'parley.backup');
});
afterEach(() => serviceData.remove());

/** The message of a command that is refused. */
const refusal = (...words: string[]): Promise<string> =>
  parley(serviceData, ...words).then(
    () => 'It was not refused.',
    (error: unknown) => (error as { stderr: string }).stderr.trim(),
  );

const dataDir = (): string => serviceData.env.DATA_DIR!;

/** The files of backups, temporary ones included. */
const filesBeside = (file: string): string[] => readdirSync(join(file, '..')).filter((name) => name.includes('backup'));

describe('a backup of the embedded database', () => {
  it('contains everything accepted before it began, while the service continues', async () => {
    const service = await Service.start({}, serviceData);
    const { alice, bob } = await users(service, 'alice', 'bob');
    const [phone, bobs] = [await alice.connect(), await connectMember(bob)];
    const room = await createGroup(phone, [bobs]);
    for (const content of ['one', 'two', 'three']) await sendMessage(phone, room, content);
    const requested = Array.from({ length: SENT_MEANWHILE }, (_, at) =>
      phone.sendRequest('message.send', { room_id: room.id, content: `meanwhile ${String(at)}` }),
    );
    await expect(parley(serviceData, 'backup', backup)).resolves.toEqual({
      file: backup,
      bytes: expect.any(Number) as number,
      users: expect.any(Number) as number,
      rooms: 1,
      messages: expect.any(Number) as number,
      files: 0,
      file_bytes: 0,
      files_missing: 0,
    });
    for (const requestId of requested) expect((await phone.response(requestId)).error).toBeUndefined();
    for (const content of ['four', 'five']) await sendMessage(phone, room, content);
    const ahead = await ClientState.create(bobs.device);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect(filesBeside(backup)).toEqual(['parley.backup']);
    await service.stop();

    await expect(parley(serviceData, 'restore', backup, '--force')).resolves.toMatchObject({ file: backup, rooms: 1 });
    const again = await Service.start({}, serviceData);
    const restored = { user: bob, device: await bob.connect(again) };
    const history = (await historyOf(restored.device, room)).map(({ content }) => content).reverse();
    // A snapshot of one moment: all messages before it, those accepted until then in order, and none of the later ones.
    const meanwhile = Array.from({ length: SENT_MEANWHILE }, (_, at) => `meanwhile ${String(at)}`);
    const whole = ['one', 'two', 'three', ...meanwhile].slice(0, await countOf(restored.device, room.id));
    expect(history).toEqual(whole.slice(-history.length));
    expect(whole.slice(0, 3)).toEqual(['one', 'two', 'three']);
    const [page] = await sync(restored.device, ahead.syncRequest());
    expect(page!.rooms).toEqual([expect.objectContaining({ room_id: room.id, reset: true })]);
    await syncInto(restored.device, ahead);
    expect(ahead.view()).toEqual((await ClientState.create(restored.device)).view(ahead));
    await again.stop();
  });

  it('is restored as a new epoch, which takes no message for a lost one with the same number', async () => {
    const service = await Service.start({}, serviceData);
    const { alice, bob } = await users(service, 'alice', 'bob');
    const [phone, bobs] = [await alice.connect(), await connectMember(bob)];
    const room = await createGroup(phone, [bobs]);
    await sendMessage(phone, room, 'kept');
    await parley(serviceData, 'backup', backup);
    const lost = await sendMessage(phone, room, 'lost');
    const { meta } = await phone.request('session.sync', { rooms: { [room.id]: lost.seq } });
    const { epoch } = meta as { epoch: string };
    await service.stop();

    await parley(serviceData, 'restore', backup, '--force');
    const again = await Service.start({}, serviceData);
    const device = await alice.connect(again);
    expect((await sendMessage(device, room, 'another')).seq).toBe(lost.seq);
    const { data } = await device.request('session.sync', { rooms: { [room.id]: lost.seq }, epoch });
    expect(data.rooms).toMatchObject([{ reset: true, messages: [{ content: 'kept' }, { content: 'another' }] }]);
    const [present] = (await parley(serviceData, 'epoch', 'list')) as { parent_id: string; reason: string }[];
    expect(present).toMatchObject({ parent_id: epoch, reason: 'restored' });
    await device.close();
    await again.stop();
  });

  it('can be created without a service, replaces an older one, and is restored on another machine', async () => {
    writeFileSync(backup, 'an older one');
    await parley(serviceData, 'backup', backup);
    const other = await newServiceData();
    rmSync(other.env.DATA_DIR!, { recursive: true });
    const before = await parley(serviceData, 'users', 'list');
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
    const nowhere = join(serviceData.folder, 'nowhere');
    expect(await refusal('backup', join(nowhere, 'file'))).toBe(`The folder ${nowhere} does not exist.`);
    mkdirSync(backup);
    expect(await refusal('backup', backup)).toBe(`${backup} is a folder, not a file.`);
    expect(filesBeside(backup)).toEqual(['parley.backup']);
  });

  it('is not created from a damaged database', async () => {
    writeFileSync(join(dataDir(), 'database/global/pg_control'), Buffer.alloc(100));
    expect(await refusal('backup', backup)).toContain(`The embedded database in ${dataDir()} cannot be opened: `);
    expect(filesBeside(backup)).toEqual([]);
  });
});

describe('parley restore', () => {
  let original: string;
  beforeAll(async () => {
    original = join(mkdtempSync(join(tmpdir(), 'parley-test-backup-')), 'parley.backup');
    const template = await newServiceData();
    await parley(template, 'backup', original);
    await template.remove();
  });
  beforeEach(() => copyFileSync(original, backup));
  afterAll(() => rmSync(dirname(original), { recursive: true }));

  it('replaces no database without --force, and none that a service is using', async () => {
    expect(await refusal('restore', backup)).toMatch(/^There is a database in the data folder .*: .* give --force\.$/);
    const service = await Service.start({}, serviceData);
    expect(await refusal('restore', backup, '--force')).toMatch(/^A service \(process \d+\) is using the data folder /);
    const { alice } = await users(service, 'alice');
    await (await alice.connect()).close();
    await service.stop();
  });

  it('keeps the present database unless the backup is complete', async () => {
    await parley(serviceData, 'users', 'create', 'zoe', '--password', 'correct horse battery');
    const users = await parley(serviceData, 'users', 'list');
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
    expect(await refusal('restore', backup, '--force')).toBe(`The file ${backup} does not exist.`);
    await expect(parley(serviceData, 'users', 'list')).resolves.toEqual(users);
  });

  it('refuses other databases, and those of a newer version or of a build of no release', async () => {
    const archiveOf = async (folder: string, statement: string): Promise<void> => {
      const database = await PGlite.create(folder);
      await database.exec(statement);
      writeFileSync(backup, Buffer.from(await (await database.dumpDataDir('gzip')).arrayBuffer()));
      await database.close();
    };
    const users = await parley(serviceData, 'users', 'list');
    const copy = join(serviceData.folder, 'copy');
    cpSync(join(dataDir(), 'database'), copy, { recursive: true });
    const unreleased = `(1798380000000, 'RoomHolds1798380000000')`;
    await archiveOf(copy, `INSERT INTO migrations (timestamp, name) VALUES ${unreleased}`);
    expect(await refusal('restore', backup, '--force')).toMatch(
      /cannot be restored: A build of no release has made the tables \(migration RoomHolds1798380000000\): /,
    );
    await archiveOf(copy, `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`);
    expect(await refusal('restore', backup, '--force')).toMatch(/: This is a database of a newer version of Parley\.$/);
    await archiveOf(copy, 'DROP TABLE migrations');
    expect(await refusal('restore', backup, '--force')).toMatch(/: This is not a database of Parley\.$/);
    await expect(parley(serviceData, 'users', 'list')).resolves.toEqual(users);
  });

  it('keeps the former database if it is interrupted', async () => {
    const [database, next, former] = ['database', 'database.next', 'database.former'].map((name) =>
      join(dataDir(), name),
    ) as [string, string, string];
    await parley(serviceData, 'users', 'create', 'zoe', '--password', 'correct horse battery');
    const users = await parley(serviceData, 'users', 'list');
    cpSync(database, next, { recursive: true });
    renameSync(database, former);
    await expect(parley(serviceData, 'users', 'list')).resolves.toEqual(users);
    expect([existsSync(next), existsSync(former)]).toEqual([false, false]);
  });
});

it('parley backup and parley restore refuse a PostgreSQL server', async () => {
  const onPostgres = {
    ...serviceData,
    env: { ...serviceData.env, DATABASE_URL: 'postgres://127.0.0.1:1/parley_test' },
  };
  for (const command of ['backup', 'restore']) {
    await expect(parley(onPostgres, command, backup)).rejects.toMatchObject({
      stderr: expect.stringMatching(/^DATABASE_URL is set: .* see docs\/backup\.md\.\n$/) as string,
    });
  }
});

/** The number of messages in the room. */
async function countOf(device: Awaited<ReturnType<typeof connectMember>>['device'], room_id: string): Promise<number> {
  const { data: room } = await device.request('room.info', { room_id });
  return room.last_seq - 1;
}
