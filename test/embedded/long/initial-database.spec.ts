import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';

import { PGlite } from '@electric-sql/pglite';
import { extract } from 'tar-stream';

const INITDB = join(import.meta.dirname, '../../../bin/initdb');
/** They contain the system identifier and times. */
const OF_ITS_OWN = [/^global\/pg_control$/, /^pg_wal\/[\dA-F]{24}$/];
/** A cache that PostgreSQL writes again when it is missing. */
const CACHE = 'pg_internal.init';

/** By path; a folder is null. */
type Content = ReadonlyMap<string, Buffer | null>;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function contentOfArchive(): Promise<Content> {
  const [file, ...others] = readdirSync(INITDB).filter((name) => name.endsWith('.tar.br'));
  expect([file, others]).toEqual([expect.any(String), []]);
  const tar = extract();
  tar.end(brotliDecompressSync(readFileSync(join(INITDB, file!))));
  const content = new Map<string, Buffer | null>();
  for await (const entry of tar) {
    const { name, type, linkname } = entry.header;
    const bytes = await buffer(entry);
    if (type === 'link') content.set(name, content.get(linkname!)!);
    else content.set(name.replace(/\/$/, ''), type === 'directory' ? null : bytes);
  }
  return content;
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
  const [kept, made] = [await contentOfArchive(), await contentOfInitdb()];
  expect([...kept.keys()].sort()).toEqual([...made.keys()].sort());
  const differing = [...made].filter(([name, bytes]) => {
    const other = kept.get(name);
    return bytes === null ? other !== null : !other || !bytes.equals(other);
  });
  const unexpected = differing.map(([name]) => name).filter((name) => !OF_ITS_OWN.some((own) => own.test(name)));
  expect(unexpected, 'run node bin/initdb/make.js').toEqual([]);
  // The versions of the control file and of the catalogues, behind the identifier.
  const versions = (content: Content): string => content.get('global/pg_control')!.subarray(8, 16).toString('hex');
  expect(versions(kept)).toBe(versions(made));
});
