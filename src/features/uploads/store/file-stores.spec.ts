import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { S3_BUCKET, S3_KEY, S3Server } from '../../../../test/support/s3-server.js';
import type { S3Settings } from './store.settings.js';
import { FileMissing } from './file-store.js';
import type { ByteRange, FileStore, StoredFile } from './file-store.js';
import { openStores } from './open-stores.js';

const MIB = 1_048_576;
const INVALID_KEYS = ['', '/', '/files', 'files/', 'a//b', '..', 'a/../../b', '.hidden', 'a/.b'].concat(
  'A',
  'a_b',
  'a\\b',
  'a b',
  'a\0',
  'é',
);

let folder: string;
let s3: S3Server;

const settings = (): S3Settings => ({
  ...S3_KEY,
  endpoint: s3.url,
  region: 'us-east-1',
  bucket: S3_BUCKET,
  forcePathStyle: true,
  prefix: `chat/${randomUUID()}`,
});

async function storeOf(kind: string): Promise<FileStore> {
  const dataDir = join(folder, randomUUID());
  const { files } = await openStores({ dataDir }, { s3: kind === 's3' ? settings() : undefined });
  return files;
}

/** A local file with these bytes. */
async function fileOf(content: Buffer | string): Promise<string> {
  const path = join(folder, randomUUID());
  await writeFile(path, content);
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-stores-'));
  s3 = await S3Server.start();
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true });
});

describe.each(['disk', 's3'])('a file store on %s', (kind) => {
  let store: FileStore;
  beforeEach(async () => {
    store = await storeOf(kind);
  });

  const put = async (key: string, content: Buffer | string): Promise<void> => {
    await store.put(key, await fileOf(content));
  };
  /** By both ways to read. */
  const contentOf = async (key: string, range?: ByteRange): Promise<Buffer> => {
    const content = await buffer(await store.read(key, range));
    const parts: Buffer[] = [];
    for await (const part of await store.parts(key, range)) parts.push(Buffer.from(part));
    expect(Buffer.concat(parts).equals(content)).toBe(true);
    return content;
  };
  const listed = async (prefix: string): Promise<StoredFile[]> => {
    const files: StoredFile[] = [];
    for await (const file of store.list(prefix)) files.push(file);
    return files;
  };

  it('stores the bytes of a local file, which stays', async () => {
    const path = await fileOf('hello');
    await store.put('files/one', path);
    expect((await contentOf('files/one')).toString()).toBe('hello');
    expect(await store.size('files/one')).toBe(5);
    expect(await readFile(path, 'utf8')).toBe('hello');
  });

  it.each([0, 5, 3 * MIB + 17, 6 * MIB])('returns the digest of the %i bytes that it has stored', async (bytes) => {
    const content = randomBytes(bytes);
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(await store.put('files/digest', await fileOf(content))).toEqual({ bytes, sha256 });
    expect((await contentOf('files/digest')).equals(content)).toBe(true);
  });

  it('stores an empty file', async () => {
    await put('files/empty', '');
    expect(await contentOf('files/empty')).toHaveLength(0);
    expect(await store.size('files/empty')).toBe(0);
  });

  it('replaces a file, also by a shorter one', async () => {
    await put('files/one', 'a longer text');
    await put('files/one', 'short');
    expect((await contentOf('files/one')).toString()).toBe('short');
  });

  it('reads ranges, which end at the last byte at the latest', async () => {
    await put('files/one', '0123456789');
    const textOf = async (start: number, end: number): Promise<string> =>
      (await contentOf('files/one', { start, end })).toString();
    expect(await textOf(0, 0)).toBe('0');
    expect(await textOf(2, 4)).toBe('234');
    expect(await textOf(9, 9)).toBe('9');
    expect(await textOf(7, 1_000)).toBe('789');
    expect(await textOf(0, 9)).toBe('0123456789');
  });

  it('refuses ranges that the file does not have', async () => {
    await put('files/one', '0123456789');
    const ranges = [...[10, 3, -1, 0.5].map((start) => [start, 2] as const), [10, 20] as const, [0, Infinity] as const];
    for (const [start, end] of ranges) {
      await expect(store.read('files/one', { start, end })).rejects.toThrow(RangeError);
    }
  });

  it('has no bytes and no size of a missing file', async () => {
    await expect(store.read('files/none')).rejects.toThrow(FileMissing);
    await expect(store.read('files/none', { start: 0, end: 1 })).rejects.toThrow(FileMissing);
    expect(await store.size('files/none')).toBeUndefined();
  });

  it('fails with the error of a local file that does not exist, and stores nothing', async () => {
    await expect(store.put('files/one', join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await store.size('files/one')).toBeUndefined();
  });

  it('removes files, again without effect', async () => {
    const keys = Array.from({ length: 20 }, (_, at) => `files/${String(at)}`);
    for (const key of [...keys, 'files/kept']) await put(key, key);
    for (let times = 0; times < 2; times += 1) {
      await store.remove(keys);
      expect((await listed('')).map(({ key }) => key)).toEqual(['files/kept']);
    }
    await expect(store.read('files/0')).rejects.toThrow(FileMissing);
    await store.remove([]);
  });

  it('lists the files whose keys begin with a prefix', async () => {
    const before = Date.now();
    for (const key of ['files/a', 'files/a.thumbnail.webp', 'files/b', 'filesystem', 'avatars/a']) await put(key, key);
    const keysOf = async (prefix: string): Promise<string[]> => (await listed(prefix)).map(({ key }) => key).sort();
    expect(await keysOf('files/')).toEqual(['files/a', 'files/a.thumbnail.webp', 'files/b']);
    expect(await keysOf('files/a')).toEqual(['files/a', 'files/a.thumbnail.webp']);
    expect(await keysOf('')).toHaveLength(5);
    expect(await keysOf('none/')).toEqual([]);
    const [{ bytes, modifiedAt } = { bytes: 0, modifiedAt: new Date(0) }] = await listed('files/b');
    expect(bytes).toBe(7);
    // S3 has whole seconds.
    expect(modifiedAt.getTime()).toBeGreaterThan(before - 2_000);
    expect(modifiedAt.getTime()).toBeLessThan(Date.now() + 2_000);
  });

  it('stores a file of 20 MiB and reads a part of it', async () => {
    const content = randomBytes(20 * MIB + 7);
    await put('files/large', content);
    expect(await store.size('files/large')).toBe(content.length);
    expect((await contentOf('files/large')).equals(content)).toBe(true);
    const range = { start: 5 * MIB - 3, end: 10 * MIB };
    expect((await contentOf('files/large', range)).equals(content.subarray(range.start, range.end + 1))).toBe(true);
  });

  it('has one whole file after several writes of one key at once', async () => {
    const contents = Array.from({ length: 6 }, (_, at) => Buffer.alloc(MIB + at, at));
    await Promise.all(contents.map((content) => put('files/one', content)));
    const stored = await contentOf('files/one');
    expect(contents.some((content) => content.equals(stored))).toBe(true);
    expect(await listed('')).toHaveLength(1);
  });

  it.each(INVALID_KEYS)('refuses %j as a key', async (key) => {
    const path = await fileOf('hello');
    const works = [() => store.put(key, path), () => store.read(key), () => store.size(key), () => store.remove([key])];
    for (const work of works) await expect(work()).rejects.toThrow(TypeError);
  });

  it('refuses a key of more than 200 characters', async () => {
    await put('a'.repeat(200), 'hello');
    await expect(store.size('a'.repeat(201))).rejects.toThrow(TypeError);
  });
});
