import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { StoreUnavailable } from '../store/file-store.js';
import type { UploadsRepository } from '../uploads.repository.js';
import { ReceivedFiles } from './received-files.js';

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
