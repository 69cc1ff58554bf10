import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import type { GroupChat } from '@parley/protocol';

import { outcomeOf, parleyText } from '../support/command.js';
import { eventually } from '../support/eventually.js';
import { ANY_TIME, connectMember, createGroup } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';
import { incomingPath, isStored, storedPath, writeAged } from '../support/stored-files.js';
import { FileClient, sendFiles, sha256, textFile } from '../support/uploads.js';

let service: Service;
let ada: Member;
let bob: Member;
let files: FileClient;
let group: GroupChat;

beforeAll(async () => {
  service = await Service.start();
});
afterAll(() => service.stop());

beforeEach(async () => {
  const people = await users(service, 'alice', 'bob');
  [ada, bob] = [await connectMember(people.alice), await connectMember(people.bob)];
  group = await createGroup(ada.device, [bob]);
  files = new FileClient(service, ada.user);
});
afterEach(() => Promise.all([ada, bob].map(({ device }) => device.close())));

/** The id of a file that a message shows. */
async function sent(text: string, filename?: string): Promise<string> {
  const id = await files.upload(group.id, textFile(text, filename));
  await sendFiles(ada.device, group.id, id);
  return id;
}

const idsOf = (listed: unknown): string[] => (listed as { id: string }[]).map(({ id }) => id);

describe('parley files list', () => {
  it('lists files in pages, the newest first, of a user or a room', async () => {
    const ids = [await sent('one'), await sent('two', 'a\u009bb.txt'), await files.upload(group.id, textFile('three'))];
    const newestFirst = ids.toReversed();
    for (const filter of [
      ['--user', ada.user.username],
      ['--room', group.id],
    ]) {
      const listed = await service.parley('files', 'list', ...filter);
      expect(idsOf(listed)).toEqual(newestFirst);
    }
    expect(await service.parley('files', 'list', '--user', bob.user.username)).toEqual([]);
    const page = ['files', 'list', '--user', ada.user.username, '--limit', '2'];
    expect(idsOf(await service.parley(...page))).toEqual(newestFirst.slice(0, 2));
    expect(idsOf(await service.parley(...page, '--before', newestFirst[1]!))).toEqual(newestFirst.slice(2));
    const text = await parleyText(service.serviceData, 'files', 'list', '--room', group.id);
    expect(text).toMatch(/^ID +USER +KIND +ROOM +MESSAGE +STATE +TYPE +SIZE +CREATED +NAME\n/);
    expect(text).toContain('a\uFFFDb.txt');
  });

  it('refuses what is no id', async () => {
    for (const option of ['--room', '--before']) {
      await expect(service.parley('files', 'list', option, 'here')).rejects.toMatchObject({
        stderr: expect.stringMatching(`^${option} must be the id of `) as string,
      });
    }
  });
});

describe('parley files show', () => {
  it('shows a file without its secret, and whether its bytes are stored', async () => {
    const id = await sent('minutes', 'Minutes.txt');
    const expected = {
      id,
      user_id: ada.user.id,
      username: ada.user.username,
      kind: 'message',
      room_id: group.id,
      message_id: expect.any(String) as string,
      state: 'ready',
      filename: 'Minutes.txt',
      mime_type: 'text/plain',
      bytes: 7,
      width: null,
      height: null,
      duration: null,
      has_thumbnail: false,
      signature: null,
      sha256: sha256(Buffer.from('minutes')),
      created_at: ANY_TIME,
      expires_at: null,
      stored_bytes: 7,
      stored_thumbnail_bytes: null,
    };
    expect(await service.parley('files', 'show', id)).toEqual(expected);
    rmSync(storedPath(service.serviceData, `files/${id}`));
    expect(await service.parley('files', 'show', id)).toEqual({ ...expected, stored_bytes: null });
  });

  it('requires an existing file', async () => {
    for (const id of [randomUUID(), 'nonsense']) {
      await expect(service.parley('files', 'show', id)).rejects.toMatchObject({ stderr: `No such file: ${id}.\n` });
    }
  });
});

describe('parley files purge', () => {
  const purge = (...words: string[]) => service.parley('files', 'purge', '--orphans', ...words);

  it('deletes old bytes without a file, and nothing else', async () => {
    const { serviceData } = service;
    const [kept, half] = [await sent('kept'), (await files.create(group.id, textFile('half'))).body.upload_id];
    const [old, young, incoming] = [randomUUID(), randomUUID(), randomUUID()];
    const long = new Date(Date.now() - 90_000_000);
    for (const path of [storedPath(serviceData, `files/${kept}`), incomingPath(serviceData, half)]) {
      utimesSync(path, long, long);
    }
    writeAged(storedPath(serviceData, `files/${old}`), 'twelve bytes', 25);
    writeAged(storedPath(serviceData, `files/${old}.thumbnail.webp`), 'three', 25);
    writeAged(storedPath(serviceData, `files/${young}`), 'young', 23);
    writeAged(incomingPath(serviceData, incoming), 'parts', 25);

    const found = { orphans: 3, orphan_bytes: 22 };
    await expect(purge('--dry-run')).resolves.toMatchObject({ dry_run: true, ...found });
    expect([old, young, kept].map((id) => isStored(serviceData, id))).toEqual([true, true, true]);
    const { code, stderr } = await outcomeOf(serviceData, 'files', 'purge', '--orphans');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^3 stored objects \(22 bytes\), which no file needs/)]);

    await expect(purge('--yes')).resolves.toMatchObject(found);
    expect([old, young, kept].map((id) => isStored(serviceData, id))).toEqual([false, true, true]);
    expect([incoming, half].map((id) => existsSync(incomingPath(serviceData, id)))).toEqual([false, true]);
    expect((await files.read(`/api/files/${kept}`)).body.toString()).toBe('kept');
    await expect(purge('--yes')).resolves.toMatchObject({ orphans: 0, orphan_bytes: 0 });
    const entries = (await service.parley('audit', 'list')) as { action: string; details: object }[];
    const audited = entries.filter(({ action }) => action === 'files.purge').map(({ details }) => details);
    expect(audited).toMatchObject([
      { files: 1, bytes: 5 },
      { files: 2, bytes: 17 },
    ]);
  });

  it('reports files whose bytes are missing', async () => {
    const id = await sent('lost');
    rmSync(storedPath(service.serviceData, `files/${id}`));
    const { missing, missing_ids: ids } = (await purge('--dry-run')) as { missing: number; missing_ids: string[] };
    expect([missing, ids]).toEqual([ids.length, expect.arrayContaining([id])]);
  });

  it('requires --orphans', async () => {
    await expect(service.parley('files', 'purge', '--yes')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^--orphans is required/) as string,
    });
  });
});

describe('the files of a user', () => {
  it('are exported with their bytes, those that no message shows too', async () => {
    const [shown, unused] = [await sent('shown', '../a.TXT'), await files.upload(group.id, textFile('unused', 'b'))];
    const folder = join(service.serviceData.folder, 'export');
    const { code, stdout, stderr } = await outcomeOf(
      ...([service.serviceData, 'users', 'export', ada.user.username, '--files', folder] as const),
    );
    expect([code, stderr]).toEqual([0, `Copied 2 files (11 bytes) to ${folder}.\n`]);
    expect((JSON.parse(stdout) as { files: unknown }).files).toMatchObject([
      { id: shown, filename: '../a.TXT', message_id: expect.any(String) as string, bytes: 5 },
      { id: unused, filename: 'b', message_id: null, expires_at: ANY_TIME },
    ]);
    expect(stdout).not.toContain('secret');
    expect(readdirSync(folder).sort()).toEqual([`${shown}.txt`, unused]);
    expect(readFileSync(join(folder, `${shown}.txt`), 'utf8')).toBe('shown');
  });

  it('are counted before an erasure and in its receipt, and their bytes are deleted', async () => {
    const { data: chat } = await ada.device.request('room.create', {
      type: 'OneToOneChat',
      participants: [bob.user.id],
    });
    const inChat = await files.upload(chat.id, textFile('in the chat'));
    await sendFiles(ada.device, chat.id, inChat);
    const ids = [await sent('in the group'), inChat, await files.upload(group.id, textFile('unused'))];
    const words = ['users', 'erase', ada.user.username];
    await expect(service.parley(...words, '--dry-run')).resolves.toMatchObject({ files: 3 });
    const receipt = await service.parley(...words, '--yes');
    expect(receipt).toMatchObject({ removed: { messages: 2, files: 3 } });
    await eventually(() => ids.every((id) => !isStored(service.serviceData, id)));
  });
});

it('parley stats counts files and their bytes', async () => {
  const before = (await service.parley('stats')) as { files: number; file_bytes: number };
  await sent('seven b');
  await expect(service.parley('stats')).resolves.toMatchObject({
    files: before.files + 1,
    file_bytes: before.file_bytes + 7,
  });
});

it('the metrics count uploads, refusals, and bytes in both directions', async () => {
  const lines = [
    'parley_uploads_total{outcome="created"}',
    'parley_uploads_total{outcome="completed"}',
    'parley_uploads_refused_total{reason="bytes_differ"}',
    'parley_uploads_refused_total{reason="too_large"}',
    'parley_upload_bytes_total',
    'parley_file_bytes_total',
    'parley_pictures_waiting',
    'parley_uploads_removing',
    'parley_files_stored_bytes',
    'parley_store_failures_total',
  ];
  const values = () => Promise.all(lines.map((line) => metric(service, line)));
  await eventually(async () => (await metric(service, 'parley_uploads_removing')) === 0);
  const before = await values();
  const id = await sent('ten bytes.');
  await files.read(`/api/files/${id}`, { Range: 'bytes=0-3' });
  const wrong = (await files.create(group.id, textFile('%PDF-1.7\n'))).body.upload_id;
  await files.append(wrong, 0, Buffer.from('%PDF-1.7\n'));
  await files.create(group.id, textFile('x'), { size: 100_000_000 });
  await eventually(async () => (await metric(service, 'parley_uploads_removing')) === 0);
  const after = await values();
  expect(after.map((value, at) => value - before[at]!)).toEqual([2, 1, 1, 1, 19, 4, 0, 0, 4_096, 0]);
});
