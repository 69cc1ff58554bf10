import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FileRecords } from './file-records.js';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  path = join(folder, 'users', 'ada');
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (key: number, value: unknown) => ({ collection: 'a', key, value });

async function recordsOf(file: string): Promise<unknown> {
  const store = new FileRecords(file);
  const records = await store.read('a');
  await store.close();
  return records;
}

it('a batch that was cut anywhere is ignored, and the next one replaces it', async () => {
  const store = new FileRecords(path);
  await store.write([put(1, 'first')]);
  const before = statSync(path).size;
  await store.write([put(1, 'changed'), put(2, 'second\nline')]);
  await store.close();
  const log = readFileSync(path);
  for (let size = before; size < log.length; size += 1) {
    writeFileSync(path, log.subarray(0, size));
    expect(await recordsOf(path)).toEqual([[1, 'first']]);
    expect(statSync(path).size).toBe(before);
  }
  const next = new FileRecords(path);
  await next.write([put(3, 'next')]);
  await next.close();
  expect(await recordsOf(path)).toEqual([
    [1, 'first'],
    [3, 'next'],
  ]);
});

it.each([
  ['a digit', '0'],
  ['a newline', '\n'],
  ['a line without a checksum', 'deadbeef [1]\n'],
  ['another value', 'deadbeef {"a":1}\n'],
  ['zeros', '\0'.repeat(4_096)],
])('%s after the last batch is ignored', async (_name, bytes) => {
  const store = new FileRecords(path);
  await store.write([put(1, 'first')]);
  await store.close();
  appendFileSync(path, bytes);
  expect(await recordsOf(path)).toEqual([[1, 'first']]);
});

it('a batch with a changed byte is ignored', async () => {
  const store = new FileRecords(path);
  await store.write([put(1, 'first')]);
  await store.write([put(1, 'other')]);
  await store.close();
  writeFileSync(path, readFileSync(path, 'latin1').replace('other', 'othes'), 'latin1');
  expect(await recordsOf(path)).toEqual([[1, 'first']]);
});

it('a log of outdated records is replaced by one of the present ones', async () => {
  const store = new FileRecords(path);
  const large = 'x'.repeat(100_000);
  let largest = 0;
  for (let round = 0; round < 40; round += 1) {
    await store.write([put(1, large), put(2, round)]);
    largest = Math.max(largest, statSync(path).size);
  }
  await store.close();
  expect(largest).toBeLessThan(1_500_000);
  expect(existsSync(`${path}.new`)).toBe(false);
  expect(await recordsOf(path)).toEqual([
    [1, large],
    [2, 39],
  ]);
});

it('a snapshot is read with the changes since, and its damage is an error', async () => {
  const store = new FileRecords(path);
  const filler = 'x'.repeat(600_000);
  await store.write([put(1, 'one'), put(2, 'two'), put(3, 'three'), { collection: 'b', key: 1, value: 'dropped' }]);
  await store.write([{ collection: 'filler', key: 1, value: filler }]);
  await store.write([{ collection: 'filler', key: 1, value: filler }]);
  expect(statSync(path).size).toBeLessThan(700_000);
  await store.write([put(1, 'changed'), { collection: 'a', key: 2 }, { collection: 'b' }]);
  await store.close();
  const again = new FileRecords(path);
  expect(await again.read('a')).toEqual([
    [1, 'changed'],
    [3, 'three'],
  ]);
  expect(await again.read('b')).toEqual([]);
  await again.close();
  writeFileSync(path, readFileSync(path, 'latin1').replace('three', 'thrse'), 'latin1');
  await expect(recordsOf(path)).rejects.toThrow('The stored records of a are damaged.');
});

it('a program that ended while it replaced the log finds the former one', async () => {
  const store = new FileRecords(path);
  await store.write([put(1, 'first')]);
  await store.close();
  writeFileSync(`${path}.new`, readFileSync(path).subarray(0, 20));
  expect(await recordsOf(path)).toEqual([[1, 'first']]);
});

it('only its user can read the file', async () => {
  const store = new FileRecords(path);
  await store.write([put(1, 'secret')]);
  await store.close();
  expect(statSync(path).mode & 0o077).toBe(0);
});
