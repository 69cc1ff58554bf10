import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';

import { Listing } from './listing.js';

const folder = mkdtempSync(join(tmpdir(), 'parley-listing-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('a list that is written as it is told', () => {
  it('is a CSV file, whatever stands in it', async () => {
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

  it('cannot be written where there is no folder', async () => {
    await expect(Listing.into(join(folder, 'none', 'list.csv'), [])).rejects.toThrow('cannot be written (ENOENT)');
  });

  it('goes nowhere, where nobody asked for it', async () => {
    await Listing.nowhere.add(['x']);
    await expect(Listing.nowhere.end()).resolves.toBeUndefined();
  });
});
