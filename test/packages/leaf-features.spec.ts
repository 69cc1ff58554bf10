import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/.bin/tsc');
/** Features that no other file needs. */
const LEAVES = [
  'src/delivery/audit-streams',
  'src/delivery/link-previews',
  'src/delivery/missed-mails',
  'src/features/nicknames',
  'src/features/pins',
  'src/features/room-list',
  'src/features/search',
  'src/features/sync',
];

let place: string;

/** The file of a tool that the service imports by the name of the package. */
function entryOf(tool: string): [string, [string]] {
  const text = readFileSync(join(ROOT, 'tools', tool, 'package.json'), 'utf8');
  const { name, exports } = JSON.parse(text) as { name: string; exports: { '.': { 'parley-source': string } } };
  return [name, [`./${join('tools', tool, exports['.']['parley-source'])}`]];
}

/** Copies the sources without these folders. */
function copyWithout(folders: readonly string[]): void {
  for (const folder of ['src', 'tools', 'package.json', 'tsconfig.json']) {
    cpSync(join(ROOT, folder), join(place, folder), {
      recursive: true,
      filter: (path) => !path.endsWith('.spec.ts') && !folders.some((left) => path === join(ROOT, left)),
    });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'));
  const compilerOptions = { paths: Object.fromEntries(readdirSync(join(ROOT, 'tools')).map(entryOf)) };
  const config = { extends: './tsconfig.json', compilerOptions, include: ['src'] };
  writeFileSync(join(place, 'tsconfig.src.json'), JSON.stringify(config));
}

/** The files in which the compiler finds faults. */
function faultyFiles(): string[] {
  const { stdout } = spawnSync(TSC, ['-p', 'tsconfig.src.json', '--pretty', 'false'], { cwd: place, encoding: 'utf8' });
  return [...new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))].sort();
}

/** The folders of features and of deliveries. */
const folders = ['src/delivery', 'src/features'].flatMap((storey) =>
  readdirSync(join(ROOT, storey)).map((folder) => `${storey}/${folder}`),
);
/** Files that name every feature. */
const LISTS = ['src/features', 'src/settings-parts'];

/** What the files of a folder import by its path. */
const importedBy = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !LISTS.includes(join(folder, file).replace(/(?:\.spec)?\.ts$/, '')))
    .flatMap((file) =>
      [...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(/ from '(\..*)'/g)].map(([, path = '']) =>
        join(dirname(join(folder, file)), path),
      ),
    );

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'parley-leaf-features-'));
});
afterAll(() => rmSync(place, { recursive: true }));

describe('features that no other needs', () => {
  it('are deleted with their folders and their lines in the lists of features and of settings', () => {
    copyWithout(LEAVES);
    expect(existsSync(join(place, LEAVES[0] ?? ''))).toBe(false);
    expect(faultyFiles()).toEqual(['src/features.ts', 'src/settings-parts.ts']);
  });

  it('are all listed here', () => {
    const imports = new Map(['src', ...folders].map((folder) => [folder, importedBy(folder)]));
    const countOf = (paths: readonly string[] = [], folder: string): number =>
      paths.filter((path) => path.startsWith(`${folder}/`)).length;
    const alone = folders.filter(
      (folder) => countOf(imports.get('src'), folder) === countOf(imports.get(folder), folder),
    );
    expect(alone).toEqual(LEAVES);
  });

  it('do not need each other either', () => {
    for (const leaf of LEAVES) {
      const others = LEAVES.filter((other) => other !== leaf);
      expect(importedBy(leaf).filter((path) => others.some((other) => path.startsWith(`${other}/`)))).toEqual([]);
    }
  });
});
