import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { DiskStore } from '../store/disk-store.js';
import { StoreUnavailable } from '../store/file-store.js';
import type { UploadsRepository } from '../uploads.repository.js';
import { ReceivedFiles } from './received-files.js';
import { UploadCopy } from './upload-copy.js';

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

describe('the files of uploads that arrive', () => {
  it('are appended to, and what was written is counted', async () => {
    await writeFile(files.pathOf(ID), 'start');
    expect(await files.write(parts(9), ID, 5)).toBe(5 + (9 * MIB) / 4);
    expect([(await stat(files.pathOf(ID))).size, received]).toEqual([5 + (9 * MIB) / 4, (9 * MIB) / 4]);
  });

  it('keep what was written before their source fails', async () => {
    await writeFile(files.pathOf(ID), '');
    const failing = Readable.from(
      (async function* () {
        yield* parts(1) as AsyncIterable<Buffer>;
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
      })(),
    );
    await expect(files.write(failing, ID, 0)).rejects.toThrow('read ECONNRESET');
    expect(received).toBe((await stat(files.pathOf(ID))).size);
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

describe('the copy of an upload that arrives', () => {
  const place = (): string => join(folder, 'store');
  const begun = (): Promise<string[]> => readdir(join(place(), 'partial'));

  async function arrived(store: DiskStore, source: Readable): Promise<UploadCopy> {
    await writeFile(files.pathOf(ID), '');
    const copy = new UploadCopy(() => store.begin(ID));
    await files.withPart({ checksum: undefined, copy }, () => files.write(source, ID, 0));
    return copy;
  }

  it('is stored with the bytes of its request, whatever another one writes into the file', async () => {
    const store = await DiskStore.open(place());
    const copy = await arrived(store, parts(9));
    await writeFile(files.pathOf(ID), 'others', { flag: 'r+' });
    const { bytes, sha256 } = await store.put('files/one', files.pathOf(ID), copy.file);
    await copy.discard();
    const stored = await buffer(await store.read('files/one'));
    expect([bytes, createHash('sha256').update(stored).digest('hex')]).toEqual([(9 * MIB) / 4, sha256]);
    expect(stored.equals(Buffer.alloc(stored.length, 1))).toBe(true);
    expect(await begun()).toEqual([]);
  });

  it('is removed with its upload if its process was killed', async () => {
    const store = await DiskStore.open(place());
    await arrived(store, parts(1));
    await (await store.begin('another')).append([Buffer.from('x')]);
    await store.removeBegun([ID]);
    expect((await begun()).map((name) => name.split('.')[0])).toEqual(['another']);
  });

  it('does not end the upload if the disk of the store is full', async (context) => {
    await mkdir(place());
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place()], { stdio: 'ignore' });
    } catch {
      context.skip('only root can mount a small disk');
    }
    try {
      const copy = await arrived(await DiskStore.open(place()), parts(9));
      expect(copy.file).toBeUndefined();
      expect((await stat(files.pathOf(ID))).size).toBe((9 * MIB) / 4);
      expect(await begun()).toEqual([]);
    } finally {
      execFileSync('umount', [place()]);
    }
  });
});
