import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { DiskStore } from '../store/disk-store.js';
import { StoreUnavailable } from '../store/file-store.js';
import type { UploadsRepository } from '../uploads.repository.js';
import { ReceivedFiles } from './received-files.js';
import { WholeUpload } from './whole-upload.js';

const MIB = 1_048_576;
const ID = 'an-upload';

let folder: string;
let received: number;
let files: ReceivedFiles;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-received-'));
  received = 0;
  files = new ReceivedFiles(folder, {} as UploadsRepository, (bytes) => (received += bytes));
});
afterEach(() => rm(folder, { recursive: true }));

const parts = (count: number): Readable => Readable.from(Array.from({ length: count }, () => Buffer.alloc(MIB / 4, 1)));
/** A connection that is cut. */
const failing = (): Readable =>
  Readable.from(
    (async function* () {
      yield* parts(1) as AsyncIterable<Buffer>;
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
    })(),
  );

describe('the files of uploads that arrive', () => {
  it('are appended to, and what was written is counted', async () => {
    await writeFile(files.pathOf(ID), 'start');
    expect(await files.write(parts(9), ID, 5)).toBe(5 + (9 * MIB) / 4);
    expect([(await stat(files.pathOf(ID))).size, received]).toEqual([5 + (9 * MIB) / 4, (9 * MIB) / 4]);
  });

  it('keep what was written before their source fails', async () => {
    await writeFile(files.pathOf(ID), '');
    await expect(files.write(failing(), ID, 0)).rejects.toThrow('read ECONNRESET');
    expect([received, (await stat(files.pathOf(ID))).size]).toEqual([MIB / 4, MIB / 4]);
  });

  it('fail as the store does if the disk is full, and go on when it has space', async (context) => {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    } catch {
      context.skip('only root can mount a small disk');
    }
    try {
      await writeFile(files.pathOf(ID), '');
      const written = files.write(parts(8), ID, 0);
      await expect(written).rejects.toThrow(StoreUnavailable);
      await expect(written).rejects.toThrow('has no space for a file (ENOSPC)');
      execFileSync('mount', ['-o', 'remount,size=4m', folder]);
      const { size } = await stat(files.pathOf(ID));
      expect(await files.write(parts(1), ID, size)).toBe(size + MIB / 4);
    } finally {
      execFileSync('umount', [folder]);
    }
  });
});

describe('an upload that arrives in one request', () => {
  const place = (): string => join(folder, 'store');
  const begun = (): Promise<string[]> => readdir(join(place(), 'partial'));
  const arrivedBytes = async (): Promise<number> => (await stat(files.pathOf(ID))).size;

  async function arriving(store: DiskStore, source: Readable): Promise<WholeUpload> {
    await writeFile(files.pathOf(ID), '');
    const whole = new WholeUpload(source, (path) => store.begin(ID, path));
    await files
      .withPart({ checksum: undefined, whole }, () => files.write(Readable.fromWeb(whole.body()), ID, 0))
      .catch(() => undefined);
    return whole;
  }

  it('is stored with the bytes of its request, whatever a later one writes', async () => {
    const store = await DiskStore.open(place());
    const whole = await arriving(store, parts(9));
    await files.write(Readable.from([Buffer.from('others')]), ID, 4);
    expect((await readFile(files.pathOf(ID))).subarray(0, 10).toString('latin1')).toBe(
      '\u0001\u0001\u0001\u0001others',
    );
    const { bytes, sha256 } = await store.put('files/one', whole.file!.path, whole.file);
    await whole.discard();
    const stored = await buffer(await store.read('files/one'));
    expect([bytes, createHash('sha256').update(stored).digest('hex')]).toEqual([(9 * MIB) / 4, sha256]);
    expect(stored.equals(Buffer.alloc(stored.length, 1))).toBe(true);
    expect(await begun()).toEqual([]);
  });

  it('goes on in the same file after a cut', async () => {
    const whole = await arriving(await DiskStore.open(place()), failing());
    await whole.discard();
    expect([await begun(), await arrivedBytes()]).toEqual([[], MIB / 4]);
    const { ino } = await stat(files.pathOf(ID));
    await files.write(parts(1), ID, MIB / 4);
    expect([(await stat(files.pathOf(ID))).ino, await arrivedBytes()]).toEqual([ino, MIB / 2]);
  });

  it('may end after the library has cancelled its body', async () => {
    const request = parts(1);
    const whole = new WholeUpload(request, () => Promise.resolve(undefined));
    await whole.body().cancel();
    const ended = once(request, 'close');
    request.resume();
    await ended;
    expect(request.readableEnded).toBe(true);
  });

  it('has one name after its process was killed, which removes the other with the upload', async () => {
    const store = await DiskStore.open(place());
    await arriving(store, parts(1));
    await store.begin('another', files.pathOf('another'));
    await store.removeBegun([ID]);
    expect((await begun()).map((name) => name.split('.')[0])).toEqual(['another']);
    expect((await stat(files.pathOf(ID))).nlink).toBe(1);
  });

  it('arrives in a file of its own if the store is on another disk', async (context) => {
    await mkdir(place());
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place()], { stdio: 'ignore' });
    } catch {
      context.skip('only root can mount a small disk');
    }
    try {
      const whole = await arriving(await DiskStore.open(place()), parts(9));
      expect(whole.file).toBeUndefined();
      expect(await arrivedBytes()).toBe((9 * MIB) / 4);
      expect(await begun()).toEqual([]);
    } finally {
      execFileSync('umount', [place()]);
    }
  });
});
