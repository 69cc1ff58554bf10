import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A build that copies one file; it replaces the compiler and the bundler. */
const MAKE = `
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist/program', { recursive: true });
for (const name of ['main.js', 'cli.js']) cpSync('src/program.js', 'dist/program/' + name);
writeFileSync('dist/commands.json', '{}');
`;
const MANIFEST = {
  type: 'module',
  scripts: { build: 'wireit', 'build:program': 'wireit' },
  wireit: {
    build: { dependencies: ['build:program'] },
    'build:program': { command: 'node make.js', files: ['src/**'], output: ['dist/**'] },
  },
};

describe('the programs of bin', () => {
  let place: string;

  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'parley-build-'));
    cpSync(join(ROOT, 'bin'), join(place, 'bin'), { recursive: true });
    writes('package.json', JSON.stringify(MANIFEST));
    writes('make.js', MAKE);
    writes('src/program.js', 'console.log("first");');
    symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'));
  });

  afterEach(() => {
    rmSync(place, { recursive: true });
  });

  function writes(path: string, text: string): void {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  }

  function run(program: 'start.js' | 'parley.js'): { status: number | null; stdout: string; stderr: string } {
    return spawnSync(process.execPath, [join('bin', program)], { cwd: place, encoding: 'utf8' });
  }

  it('build the program if it is missing; the service also rebuilds it if its sources are newer', () => {
    expect(run('parley.js')).toMatchObject({ status: 0, stdout: 'first\n' });
    writes('src/program.js', 'console.log("second");');
    expect(run('parley.js')).toMatchObject({ status: 0, stdout: 'first\n' });
    expect(run('start.js')).toMatchObject({ status: 0, stdout: 'second\n' });
  });

  it('stop with the error of a failed build', () => {
    writes('make.js', 'throw new Error("no such module");');
    expect(run('start.js')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('no such module') as string,
    });
  });

  it('run an existing build without build tools, and name the fix if there is no build', () => {
    expect(run('start.js').status).toBe(0);
    rmSync(join(place, 'node_modules'));
    writes('src/program.js', 'console.log("second");');
    expect(run('start.js')).toMatchObject({ status: 0, stdout: 'first\n' });
    rmSync(join(place, 'dist'), { recursive: true });
    expect(run('start.js')).toMatchObject({ status: 1, stderr: expect.stringContaining('run npm ci') as string });
  });
});
