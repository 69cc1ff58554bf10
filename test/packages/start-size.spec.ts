import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '../../dist/program');
/** The files that an import statement names, which Node.js loads with the file. */
const IMPORTED = /\b(?:from|import)\s*"(\.[^"]+)"/g;
/** The largest program that a start loads, in characters. It takes half of the processor time of a start. */
const MOST = 4_500_000;

/** A file with all that it imports, and without what it loads at its first use. */
function loadedWith(path: string, loaded = new Map<string, string>()): ReadonlyMap<string, string> {
  if (loaded.has(path)) return loaded;
  const text = readFileSync(path, 'utf8');
  loaded.set(path, text);
  for (const [, file = ''] of text.matchAll(IMPORTED)) loadedWith(join(dirname(path), file), loaded);
  return loaded;
}

describe('a start of the service', () => {
  const server = readdirSync(join(PROGRAM, 'chunks'))
    .map((name) => join(PROGRAM, 'chunks', name))
    .find((path) => readFileSync(path, 'utf8').includes('function startServer('));
  const loaded = loadedWith(server ?? '');
  const text = [...loaded.values()].join('\n');

  it('loads no more than it did', () => {
    expect(loaded.size).toBeGreaterThan(1);
    const sizes = [...loaded].map(([path, { length }]) => `${basename(path)}: ${String(length)}`);
    expect(text.length, sizes.join('\n')).toBeLessThan(MOST);
  });

  it.each([
    ['the drivers of other databases', 'class CockroachDriver'],
    ['the expressions of word rules', 'class RE2JS'],
    ['Web Push', 'generateVAPIDKeys'],
    ['the sanitising of HTML', 'parseStyleAttributes'],
    ['the types of files', 'class FileTypeParser'],
  ])('does not load %s', (_, part) => {
    expect(text).not.toContain(part);
  });
});
