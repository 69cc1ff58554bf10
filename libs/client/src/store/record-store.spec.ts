import 'fake-indexeddb/auto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FileRecords } from './file/file-records.js';
import { IndexedDbRecords } from './indexed-db-records.js';
import type { RecordStore } from './record-store.js';

const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each<[string, (name: string, version?: number) => RecordStore]>([
  ['IndexedDbRecords', (name, version) => new IndexedDbRecords(name, version)],
  ['FileRecords', (name, version) => new FileRecords(join(folder, name), version)],
])('%s', (_, storeNamed) => {
  const opened: RecordStore[] = [];
  let name: string;
  const open = (version?: number): RecordStore => {
    const store = storeNamed(name, version);
    opened.push(store);
    return store;
  };

  beforeEach(({ task }) => {
    name = task.name;
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  it('returns the newest records of a collection in the order of their keys', async () => {
    const store = open();
    const record = (key: number) => ({ collection: 'numbers', key, value: `value of ${String(key)}` });
    await store.write([...[10, 9, 100].map(record), { collection: 'other', key: 'a', value: 1 }]);
    expect(await store.read('numbers', 2)).toEqual([
      [10, 'value of 10'],
      [100, 'value of 100'],
    ]);
    expect((await store.read('numbers')).map(([key]) => key)).toEqual([9, 10, 100]);
    expect(await store.read('other')).toEqual([['a', 1]]);
    expect(await store.read('neither')).toEqual([]);
  });

  it('makes the changes of a batch in their order, and keeps the records of other collections', async () => {
    const store = open();
    const value = { text: 'Grüße\n\t👋', list: [null, { deep: false }] };
    await store.write([
      { collection: 'a', key: 'kept', value },
      { collection: 'a', key: 'removed', value },
      { collection: 'b', key: 1, value: 'replaced' },
      { collection: 'c', key: 1, value },
    ]);
    await store.write([
      { collection: 'a', key: 'removed' },
      { collection: 'a', key: 'never there' },
      { collection: 'b' },
      { collection: 'b', key: 2, value: 0 },
      { collection: 'b', key: 3, value: 0 },
      { collection: 'b', key: 3 },
      { collection: 'c', key: 1, value: 'changed' },
    ]);
    await store.close();
    const again = open();
    expect(await again.read('a')).toEqual([['kept', value]]);
    expect(await again.read('b')).toEqual([[2, 0]]);
    expect(await again.read('c')).toEqual([[1, 'changed']]);
  });

  it('makes none of the changes of a batch that it cannot store', async () => {
    const store = open();
    await store.write([{ collection: 'a', key: 1, value: 'before' }]);
    const refused = store.write([
      { collection: 'a', key: 1, value: 'after' },
      { collection: 'a', key: 2, value: () => 'not a record' },
    ]);
    await expect(refused).rejects.toThrow();
    await store.write([{ collection: 'a', key: 3, value: 'later' }]);
    await store.close();
    expect(await open().read('a')).toEqual([
      [1, 'before'],
      [3, 'later'],
    ]);
  });

  it.each([
    ['an earlier', 1],
    ['a later', 3],
  ])('is empty instead of the records of %s version', async (_version, version) => {
    const former = open(version);
    await former.write([{ collection: 'a', key: 1, value: 'of another form' }]);
    await former.close();
    const store = open(2);
    expect(await store.read('a')).toEqual([]);
    await store.write([{ collection: 'a', key: 2, value: 'own' }]);
    await store.close();
    expect(await open(2).read('a')).toEqual([[2, 'own']]);
  });

  it('is empty after it was destroyed, and can be used again', async () => {
    const store = open();
    await store.write([{ collection: 'a', key: 1, value: 'secret' }]);
    await store.destroy();
    expect(await store.read('a')).toEqual([]);
    await store.write([{ collection: 'a', key: 2, value: 'next' }]);
    expect(await open().read('a')).toEqual([[2, 'next']]);
  });
});
