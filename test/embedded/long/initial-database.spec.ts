import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { PGlite } from '@electric-sql/pglite';

const INITDB = join(import.meta.dirname, '../../../bin/initdb');
/** It contains the system identifier and times. */
const CONTROL = 'global/pg_control';
/** The archive has the next file of the log, which PostgreSQL begins with a checkpoint. */
const LOG = /^pg_wal\/[\dA-F]{24}$/;
/** A cache that PostgreSQL writes again when it is missing. */
const CACHE = 'pg_internal.init';

/** By path; a folder is null. */
type Content = ReadonlyMap<string, Buffer | null>;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function contentOfArchive(): Content {
  const [file, ...others] = readdirSync(INITDB).filter((name) => name.endsWith('.gz'));
  expect([file, others]).toEqual([expect.any(String), []]);
  const unpacked = gunzipSync(readFileSync(join(INITDB, file!)));
  const line = unpacked.indexOf('\n');
  const contents = unpacked.subarray(line + 1);
  const archived = JSON.parse(unpacked.toString('utf8', 0, line)) as { name: string; content?: [number, number] }[];
  const contentOf = ([begin, bytes]: [number, number]): Buffer => contents.subarray(begin, begin + bytes);
  return new Map(archived.map(({ name, content }) => [name, content ? contentOf(content) : null]));
}

/** The files that `initdb` of the installed PGlite makes, after the first start. */
async function contentOfInitdb(): Promise<Content> {
  const database = await PGlite.create(folder);
  await database.close();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.endsWith(CACHE));
  const bytesOf = (path: string): Buffer | null => (statSync(path).isDirectory() ? null : readFileSync(path));
  return new Map(names.map((name) => [name, bytesOf(join(folder, name))]));
}

it('the archive of a new embedded database is what initdb of the installed PGlite makes, byte by byte', async () => {
  const [kept, made] = [contentOfArchive(), await contentOfInitdb()];
  const namesIn = (content: Content): string[] => [...content.keys()].filter((name) => !LOG.test(name)).sort();
  expect(namesIn(kept)).toEqual(namesIn(made));
  expect([...kept.keys()].filter((name) => LOG.test(name))).toHaveLength(1);
  const differing = namesIn(made).filter((name) => {
    const [one, other] = [kept.get(name), made.get(name)];
    return one && other ? !one.equals(other) : one !== other;
  });
  expect(differing, 'run node bin/initdb/make.js').toEqual([CONTROL]);
  // The versions of the control file and of the catalogues, behind the identifier.
  const versions = (content: Content): string => content.get(CONTROL)!.subarray(8, 16).toString('hex');
  expect(versions(kept)).toBe(versions(made));
});
