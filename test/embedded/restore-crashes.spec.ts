import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';

import type { GroupChat } from '@parley/protocol';

import { parley } from '../support/command.js';
import { environment } from '../support/environment.js';
import { connectMember, createGroup } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { isStored, storedPath } from '../support/stored-files.js';
import { FileClient, longTextFile, sendFiles, textFile } from '../support/uploads.js';

const PARLEY = join(import.meta.dirname, '../../bin/parley.js');
const FILES = 5;
/** Bytes, so many that the restore is not done before it is killed. */
const LONG = 10_000_000;

let serviceData: ServiceData;
let backup: string;
let service: Service;
let ada: TestUser;
let inBackup: readonly string[];
let later: string;

const dataDir = (...names: string[]): string => join(serviceData.env.DATA_DIR!, ...names);

beforeAll(async () => {
  serviceData = await newServiceData();
  backup = join(serviceData.folder, 'parley.backup');
  service = await Service.start({}, serviceData);
  const { alice, bob } = await users(service, 'alice', 'bob');
  ada = alice;
  const member = await connectMember(alice);
  const room: GroupChat = await createGroup(member.device, [await connectMember(bob)]);
  const sent = async (file = longTextFile(LONG)): Promise<string> => {
    const id = await new FileClient(service, ada).upload(room.id, file);
    await sendFiles(member.device, room.id, id);
    return id;
  };
  const ids: string[] = [];
  while (ids.length < FILES) ids.push(await sent());
  inBackup = ids;
  await parley(serviceData, 'backup', backup);
  later = await sent(textFile('after the backup'));
  await service.kill('SIGTERM');
});
afterAll(async () => {
  await service.stop();
  await serviceData.remove();
});

const read = (id: string) => new FileClient(service, ada).read(`/api/files/${id}`);

/** Kills a restore as soon as the condition holds. */
async function restoreKilledWhen(holds: () => boolean): Promise<void> {
  const words = [PARLEY, 'restore', backup, '--force'];
  const child = spawn(process.execPath, words, { cwd: serviceData.folder, env: { ...environment(serviceData) } });
  const ended = once(child, 'close');
  while (child.exitCode === null && !holds()) await turn();
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

const isAnyStored = (): boolean => inBackup.some((id) => isStored(serviceData, id));
/** The second file is begun. */
const isUnpacked = (): boolean =>
  existsSync(dataDir('restore.next', 'files')) && readdirSync(dataDir('restore.next', 'files')).length > 1;

const forgetFiles = (): void => {
  for (const id of inBackup) rmSync(storedPath(serviceData, `files/${id}`), { force: true });
};

describe('a restore that is killed', () => {
  it('leaves the former database and no part of a file, whenever it is killed', async () => {
    for (const holds of [isUnpacked, () => existsSync(dataDir('database.next')), isAnyStored]) {
      forgetFiles();
      await restoreKilledWhen(holds);
      expect(inBackup.every((id) => isStored(serviceData, id))).toBe(false);
    }
    await service.begin();
    expect((await read(later)).body.toString()).toBe('after the backup');
    for (const id of inBackup.filter((each) => isStored(serviceData, each))) {
      expect((await read(id)).body.equals(longTextFile(LONG).bytes)).toBe(true);
    }
    expect(readdirSync(dataDir()).filter((name) => name.endsWith('.next'))).toEqual([]);
    await service.kill('SIGTERM');
  });

  it('is completed by the next restore', async () => {
    forgetFiles();
    await restoreKilledWhen(isAnyStored);
    await expect(parley(serviceData, 'restore', backup, '--force')).resolves.toMatchObject({ files: FILES });
    await service.begin();
    for (const id of inBackup) expect((await read(id)).body.equals(longTextFile(LONG).bytes)).toBe(true);
    expect((await read(later)).status).toBe(404);
  });
});
