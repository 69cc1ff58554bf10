import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

import { eventually } from '../../../../test/support/eventually.js';
import { CannotStart } from '../../../platform/config/config.js';
import { DiskStore } from './disk-store.js';
import { StoreUnavailable } from './file-store.js';
import type { StoredFile } from './file-store.js';

const MIB = 1_048_576;
const DAY_MS = 86_400_000;
const COMPILED = pathToFileURL('dist/modules/src/features/uploads/store/disk-store.js').href;
/** Stores files under a key in turn, for ever, and prints a character after each. */
const PUTTING = `
  const [, module, folder, key, ...paths] = process.argv;
  const { DiskStore } = await import(module);
  const store = await DiskStore.open(folder);
  for (let at = 0; ; at += 1) {
    await store.put(key, paths[at % paths.length]);
    process.stdout.write('.');
  }`;

let place: string;
let folder: string;

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'parley-disk-'));
  folder = join(place, 'uploads');
});
afterEach(() => rm(place, { recursive: true }));

const partials = (): Promise<string[]> => readdir(join(folder, 'partial'));

async function fileOf(content: Buffer | string): Promise<string> {
  const path = join(place, randomUUID());
  await writeFile(path, content);
  return path;
}

async function listed(store: DiskStore): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const file of store.list('')) files.push(file);
  return files;
}

const putting = (key: string, ...paths: string[]): ChildProcessByStdio<null, Readable, null> => {
  const words = ['--input-type=module', '-e', PUTTING, COMPILED, folder, key, ...paths];
  return spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
};

async function killed(child: ReturnType<typeof putting>): Promise<void> {
  child.kill('SIGKILL');
  if (child.signalCode === null) await once(child, 'exit');
}

describe('a file store on disk', () => {
  it('closes its files and folders to other users', async () => {
    const store = await DiskStore.open(folder);
    await store.put('files/one', await fileOf('hello'));
    const modes: string[] = [];
    for (const path of ['.', ...(await readdir(folder, { recursive: true }))]) {
      modes.push(((await stat(join(folder, path))).mode & 0o777).toString(8));
    }
    expect(modes.sort()).toEqual(['600', '700', '700', '700']);
  });

  it('spreads files over sub-folders', async () => {
    const store = await DiskStore.open(folder);
    const path = await fileOf('hello');
    for (let at = 0; at < 64; at += 1) await store.put(`files/${String(at)}`, path);
    expect((await readdir(folder)).length).toBeGreaterThan(50);
  });

  it('has no file of a process that is killed while it writes the first one', async () => {
    const fifo = join(place, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const child = putting('files/one', fifo);
    const source = await open(fifo, 'w');
    await source.write(Buffer.alloc(64 * 1_024, 1));
    await eventually(async () => {
      const [name] = await partials();
      return name !== undefined && (await stat(join(folder, 'partial', name))).size === 64 * 1_024;
    });
    await killed(child);
    await source.close();
    const store = await DiskStore.open(folder);
    expect(await listed(store)).toEqual([]);
    expect(await store.size('files/one')).toBeUndefined();
  });

  it.each([1, 4, 9, 16])('has a whole file of a process that is killed after %i replacements', async (times) => {
    const contents = [Buffer.alloc(MIB, 1), Buffer.alloc(MIB / 2, 2)];
    const child = putting('files/one', ...(await Promise.all(contents.map(fileOf))));
    let done = 0;
    for await (const dots of child.stdout) if ((done += String(dots).length) >= times) break;
    await killed(child);
    const stored = await buffer(await (await DiskStore.open(folder)).read('files/one'));
    expect(contents.some((content) => content.equals(stored))).toBe(true);
  });

  it('removes the partial files that are older than a day when it opens', async () => {
    await DiskStore.open(folder);
    const old = new Date(Date.now() - DAY_MS - 60_000);
    for (const name of ['old', 'new']) await writeFile(join(folder, 'partial', name), 'half');
    await utimes(join(folder, 'partial', 'old'), old, old);
    const store = await DiskStore.open(folder);
    expect(await partials()).toEqual(['new']);
    expect(await listed(store)).toEqual([]);
  });

  it('cannot start in a folder that cannot be written', async () => {
    const opened = DiskStore.open(join(await fileOf('a file'), 'uploads'));
    await expect(opened).rejects.toThrow(CannotStart);
    await expect(opened).rejects.toThrow(/The folder of files .* cannot be written \(ENOTDIR\): set DATA_DIR/);
  });

  it('fails while its folder is away, and works again later', async () => {
    const store = await DiskStore.open(folder);
    const path = await fileOf('hello');
    await rm(folder, { recursive: true });
    await expect(store.put('files/one', path)).rejects.toThrow(StoreUnavailable);
    await mkdir(join(folder, 'partial'), { recursive: true });
    await store.put('files/one', path);
    expect(await store.size('files/one')).toBe(5);
  });

  it('keeps the former file if the disk is full, and stores a smaller one', async (context) => {
    await mkdir(folder);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    } catch {
      context.skip('only root can mount a small disk');
    }
    try {
      const store = await DiskStore.open(folder);
      await store.put('files/one', await fileOf('former'));
      const put = store.put('files/one', await fileOf(Buffer.alloc(2 * MIB)));
      await expect(put).rejects.toThrow(StoreUnavailable);
      await expect(put).rejects.toThrow('has no space for a file (ENOSPC)');
      expect(await partials()).toEqual([]);
      expect(String(await buffer(await store.read('files/one')))).toBe('former');
      await store.put('files/one', await fileOf('smaller'));
      expect(await store.size('files/one')).toBe(7);
    } finally {
      execFileSync('umount', [folder]);
    }
  });
});
