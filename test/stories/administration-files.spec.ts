import { randomUUID } from 'node:crypto';

import { Administration } from '../support/administration.js';
import { fileScene } from '../support/file-scene.js';
import type { FileScene } from '../support/file-scene.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { isStored, storedPath, writeAged } from '../support/stored-files.js';
import { FileClient, sha256, textFile } from '../support/uploads.js';

interface Listed {
  readonly id: string;
  readonly state: string;
}

interface Page {
  readonly files: readonly Listed[];
  readonly next_cursor: string | null;
}

interface Purge {
  readonly orphans: number;
  readonly orphan_bytes: number;
}

let parley: Service;
let scene: FileScene;
let admin: Administration;
let moderator: Administration;

beforeAll(async () => {
  parley = await sharedService();
  const { grace, heidi } = await users(parley, 'grace', 'heidi');
  admin = await Administration.by(parley, grace, 'admin');
  moderator = await Administration.by(parley, heidi, 'moderator');
  scene = await fileScene(parley);
});

const page = (query: string): Promise<Page> => admin.expect(admin.get<Page>(`files/?${query}`));
const idsOf = ({ files }: Page): string[] => files.map(({ id }) => id);

describe('the list of files', () => {
  it('has the files of a user or a room in pages, the newest first, by state', async () => {
    const { alice, bob } = scene.people;
    const second = await new FileClient(parley, alice).upload(scene.room.id, textFile('second'));
    const third = await new FileClient(parley, alice).upload(scene.room.id, textFile('third'));
    const newestFirst = [third, second, scene.id];
    for (const filter of [`user=${alice.username}`, `room=${scene.room.id}`]) {
      const first = await page(`${filter}&limit=2`);
      expect(idsOf(first)).toEqual(newestFirst.slice(0, 2));
      const last = await page(`${filter}&limit=2&cursor=${first.next_cursor!}`);
      expect([idsOf(last), last.next_cursor]).toEqual([newestFirst.slice(2), null]);
      await expect(page(`${filter}&state=ready`).then(idsOf)).resolves.toEqual(newestFirst);
      await expect(page(`${filter}&state=blocked`)).resolves.toEqual({ files: [], next_cursor: null });
    }
    await expect(page(`user=${bob.username}&room=${scene.room.id}`)).resolves.toMatchObject({ files: [] });
    await expect(page('limit=100').then(idsOf)).resolves.toEqual(expect.arrayContaining(newestFirst));
  });

  it('refuses invalid parameters, and moderators', async () => {
    expect(await admin.get('files/?room=here&state=lost')).toMatchObject({
      status: 400,
      body: { room: ['Must be a UUID.'], state: [expect.any(String)] },
    });
    expect(await admin.get('files/?user=nobody-of-this-name')).toMatchObject({ status: 404 });
    for (const path of ['files/', `files/${scene.id}/`, 'files/orphans/']) {
      expect(await moderator.get(path)).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    }
    expect(await moderator.post('files/purge-orphans/')).toMatchObject({ status: 403 });
  });
});

describe('a file', () => {
  it('is shown as by the command, without its secret, with whether its bytes are stored', async () => {
    const { body } = await admin.get<object>(`files/${scene.id}/`);
    expect(body).toEqual(await parley.parley('files', 'show', scene.id));
    expect(body).toMatchObject({ id: scene.id, username: scene.people.alice.username, message_id: scene.message.id });
    expect(JSON.stringify(body)).not.toContain('secret');
    for (const id of [randomUUID(), 'nonsense']) expect(await admin.get(`files/${id}/`)).toMatchObject({ status: 404 });
  });
});

describe('the removal of bytes that belong to no file', () => {
  it('counts them, deletes them and keeps the others', async () => {
    const orphan = randomUUID();
    writeAged(storedPath(parley.serviceData, `files/${orphan}`), 'twelve bytes', 25);
    const counted = await admin.expect(admin.get<Purge>('files/orphans/'));
    expect(counted.orphans).toBeGreaterThanOrEqual(1);
    expect(isStored(parley.serviceData, orphan)).toBe(true);
    await expect(admin.expect(admin.post('files/purge-orphans/'))).resolves.toEqual(counted);
    expect([orphan, scene.id].map((id) => isStored(parley.serviceData, id))).toEqual([false, true]);
    await expect(admin.expect(admin.get('files/orphans/'))).resolves.toMatchObject({ orphans: 0, orphan_bytes: 0 });
    const { body } = await new FileClient(parley, scene.people.alice).read(`/api/files/${scene.id}`);
    expect(sha256(body)).toMatch((await admin.expect(admin.get<{ sha256: string }>(`files/${scene.id}/`))).sha256);
    const [entry] = (await parley.parley('audit', 'list', '--limit', '1')) as object[];
    expect(entry).toMatchObject({
      action: 'files.purge',
      actor: { username: expect.stringMatching(/^grace/) as string },
    });
  });
});
