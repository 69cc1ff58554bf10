import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';

import { Listing } from './listing.js';

const folder = mkdtempSync(join(tmpdir(), 'parley-listing-'));

afterAll(() => rmSync(folder, { recursive: true }));

describe('a list that is written row by row', () => {
  it('is a valid CSV file, whatever its cells contain', async () => {
    const path = join(folder, 'list.csv');
    const lines = [
      ['kind', 'id'],
      ['users', 'a "quoted", name'],
      ['rooms', 'two\nlines'],
    ];
    const listing = await Listing.into(path, lines[0]!);
    for (const line of lines.slice(1)) await listing.add(line);
    await listing.end();
    expect(parse(readFileSync(path, 'utf8'))).toEqual(lines);
  });

  it('fails if its folder does not exist', async () => {
    await expect(Listing.into(join(folder, 'none', 'list.csv'), [])).rejects.toThrow(/ENOENT/);
  });

  it('writes nothing without a file', async () => {
    await Listing.nowhere.add(['x']);
    await expect(Listing.nowhere.end()).resolves.toBeUndefined();
  });
});
