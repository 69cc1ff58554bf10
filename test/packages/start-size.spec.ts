import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const CODE = join(import.meta.dirname, '../../dist/program/code');
/** The files that a file needs at once. Files that it loads later are required in an arrow function. */
const REQUIRED = /(?<!=>\s*(?:\/\*[^*]*\*\/\s*)?(?:[\w.]+\()?)\brequire\("(\.[^"]+)"\)/g;
/** The modules of features, which a server loads at its start, and a command does not. */
const OF_FEATURES = /\bmodule:async\(\)=>\(await Promise\.resolve\(\)\.then\(\(\)=>require\("(\.[^"]+)"\)/g;
/**
 * The largest program that a start loads, in characters. It takes half of the processor time of a start. No package of
 * JavaScript but `pg` and PGlite is loaded beside it.
 */
const MOST = 4_860_000;

/** A file with all that it needs, and without what it loads at its first use. */
function loadedWith(path: string, loaded = new Map<string, string>()): ReadonlyMap<string, string> {
  if (loaded.has(path)) return loaded;
  const text = readFileSync(path, 'utf8');
  loaded.set(path, text);
  for (const [, file = ''] of text.matchAll(REQUIRED)) loadedWith(join(dirname(path), file), loaded);
  return loaded;
}

const files = readdirSync(CODE).map((name) => join(CODE, name));

describe('a start of the service', () => {
  const server = files.find(
    (path) => path.endsWith('.cjs') && readFileSync(path, 'utf8').includes('function startServer('),
  );
  const loaded = new Map(loadedWith(server ?? ''));
  const ofFeatures = [...[...loaded.values()].join('\n').matchAll(OF_FEATURES)].map(([, file = '']) =>
    join(CODE, file),
  );
  for (const path of ofFeatures) loadedWith(path, loaded);
  const text = [...loaded.values()].join('\n');

  it('loads the modules of features', () => expect(ofFeatures.length).toBeGreaterThan(20));

  it('loads no more than it did', () => {
    expect(loaded.size).toBeGreaterThan(1);
    const sizes = [...loaded].map(([path, { length }]) => `${basename(path)}: ${String(length)}`);
    expect(text.length, sizes.join('\n')).toBeLessThan(MOST);
  });

  it.each([
    ['the drivers of other databases', 'class CockroachDriver'],
    ['the expressions of word rules', 'class RE2JS'],
    ['the SDK of tracing', 'BatchSpanProcessor'],
    ['Web Push', 'generateVAPIDKeys'],
    ['the client of SMTP servers', 'SMTPConnection=class'],
    ['the sanitising of HTML', 'parseStyleAttributes'],
    ['the types of files', 'class FileTypeParser'],
  ])('does not load %s', (_, part) => expect(text).not.toContain(part));
});

describe('a command of the service', () => {
  const commands = files.find((path) => /^cli\.module-.*\.cjs$/.test(basename(path)));
  const loaded = loadedWith(commands ?? '');

  it.each([
    ['the verification', 'Verification=class'],
    ['the import of another service', 'DjangoImport=class'],
    ['the move to PostgreSQL', 'function moveDatabase'],
    ['features that only servers have', 'class PinMessage'],
  ])('does not load %s', (_, part) => {
    const having = files.filter((path) => path.endsWith('.cjs') && readFileSync(path, 'utf8').includes(part));
    expect(having).toHaveLength(1);
    expect([...loaded.keys()]).not.toContain(having[0]);
  });
});
