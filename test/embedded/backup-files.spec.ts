import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { GroupChat } from '@parley/protocol';

import { parley } from '../support/command.js';
import { eventually } from '../support/eventually.js';
import { connectMember, createGroup } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { StandInClamd } from '../support/stand-in-clamd.js';
import { isStored, storedPath } from '../support/stored-files.js';
import { FileClient, longTextFile, sendFiles, sha256, textFile } from '../support/uploads.js';
import type { TestFile } from '../support/uploads.js';

/** Longer than the buffers of streams. */
const LONG = 3_000_000;

let clamd: StandInClamd;
let serviceData: ServiceData;
let backup: string;
let service: Service;
let ada: Member;
let bob: Member;
let group: GroupChat;
let files: FileClient;

beforeAll(async () => {
  clamd = await StandInClamd.start();
});
afterAll(() => clamd.close());

beforeEach(async () => {
  serviceData = await newServiceData();
  backup = join(serviceData.folder, 'parley.backup');
  service = await Service.start({ CLAMD_ADDRESS: clamd.address }, serviceData);
  const people = await users(service, 'alice', 'bob');
  [ada, bob] = [await connectMember(people.alice), await connectMember(people.bob)];
  group = await createGroup(ada.device, [bob]);
  files = new FileClient(service, ada.user);
});
afterEach(async () => {
  await service.stop();
  await serviceData.remove();
});

/** A file of a message whose scan has not ended. */
async function sentAtOnce(file: TestFile): Promise<string> {
  const id = await files.upload(group.id, file);
  await sendFiles(ada.device, group.id, id);
  return id;
}

/** Reads one byte: reading whole files again and again delays their scans. */
const isReadable = async (id: string): Promise<boolean> =>
  (await files.read(`/api/files/${id}`, { Range: 'bytes=0-0' })).status === 206;

async function sent(file = textFile('in the backup')): Promise<string> {
  const id = await sentAtOnce(file);
  await eventually(() => isReadable(id));
  return id;
}

/** The JPEG whose thumbnail is a second file of the store. */
const picture = {
  filename: 'picture.jpg',
  mime_type: 'image/jpeg',
  bytes: readFileSync(join(import.meta.dirname, '../../src/features/uploads/types/fixtures/picture.jpg')),
};

describe('a backup of the embedded database', () => {
  it('has the files of its messages, those that wait for their scan too, and a restore brings them back', async () => {
    const ids = [await sent(), await sent(longTextFile(LONG)), await sent(picture)];
    const read = async (id: string) => (await files.read(`/api/files/${id}`)).body;
    // Vitest needs seconds to compare megabytes.
    const digest = async (id: string) => sha256(await read(id));
    const before = await Promise.all(ids.map(digest));
    const thumbnail = (await files.read(`/api/files/${ids[2]!}?thumbnail`)).body;
    const release = clamd.hold();
    const waiting = await sentAtOnce(textFile('not scanned yet'));
    await expect(parley(serviceData, 'backup', backup)).resolves.toMatchObject({ files: 4, files_missing: 0 });
    const later = await sentAtOnce(textFile('after the backup'));
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    await service.kill('SIGTERM');
    rmSync(join(serviceData.env.DATA_DIR!, 'uploads'), { recursive: true });

    await expect(parley(serviceData, 'restore', backup, '--force')).resolves.toMatchObject({ files: 4 });
    await service.begin();
    files = new FileClient(service, ada.user);
    expect(await Promise.all(ids.map(digest))).toEqual(before);
    expect((await files.read(`/api/files/${ids[2]!}?thumbnail`)).body).toEqual(thumbnail);
    expect((await files.read(`/api/files/${later}`)).status).toBe(404);
    expect((await files.read(`/api/files/${waiting}`)).status).toBe(404);
    release();
    await eventually(() => isReadable(waiting));
    expect((await read(waiting)).toString()).toBe('not scanned yet');
  });

  it('says how many files are not in it, and is refused with a damaged file in it', async () => {
    const [id, lost] = [await sent(longTextFile(LONG)), await sent()];
    rmSync(storedPath(serviceData, `files/${lost}`));
    await expect(parley(serviceData, 'backup', backup)).resolves.toMatchObject({ files: 1, files_missing: 1 });
    await service.kill('SIGTERM');
    rmSync(storedPath(serviceData, `files/${id}`));
    const bytes = readFileSync(backup);
    // In the middle of the long file.
    writeFileSync(backup, Buffer.from(bytes).fill(0, LONG >> 1, (LONG >> 1) + 10));
    await expect(parley(serviceData, 'restore', backup, '--force')).rejects.toMatchObject({
      stderr: expect.stringMatching(/ cannot be restored: Files in it are damaged\.\n$/) as string,
    });
    expect(isStored(serviceData, id)).toBe(false);
  });
});
