import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { eventually } from '../support/eventually.js';

const ROOT = join(import.meta.dirname, '../..');

/** Parts that copy a file; they replace the bundlers. */
const PARTS = `
export const COMMON = ['package.json'];
export const SERVICE = ['program', 'web'];
export const PARTS = {
  program: { command: 'node make.js "$OUT"', sources: ['src', 'make.js'], output: ['dist/program'] },
  web: { command: 'cp -r web/. "$OUT"', sources: ['web'], output: ['dist/web'] },
};
`;
const MAKE = `
import { cpSync } from 'node:fs';
for (const name of ['main.js', 'cli.js']) cpSync('src/program.js', process.argv[2] + '/' + name);
cpSync('bin/program/load.js', process.argv[2] + '/load.js');
`;
const OLD_NODE = `data:text/javascript,Object.defineProperty(process,'version',{value:'v18.20.0'})`;

describe('the programs of bin', () => {
  let place: string;

  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'parley-build-'));
    cpSync(join(ROOT, 'bin'), join(place, 'bin'), { recursive: true });
    writes('bin/parts.js', PARTS);
    writes('package.json', JSON.stringify({ type: 'module', engines: { node: '>=20.19' } }));
    writes('make.js', MAKE);
    writes('src/program.js', 'console.log("first");');
    writes('web/index.html', '<p>first</p>');
    mkdirSync(join(place, 'node_modules/.bin'), { recursive: true });
    for (const tool of ['rolldown', 'vite']) writeFileSync(join(place, 'node_modules/.bin', tool), '');
  });

  afterEach(() => rmSync(place, { recursive: true }));

  function writes(path: string, text: string): void {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  }

  function removes(path: string): void {
    rmSync(join(place, path), { recursive: true });
  }

  interface Outcome {
    status: number | null;
    stdout: string;
    stderr: string;
  }

  const run = (program: 'build.js' | 'start.js' | 'parley.js', env: object = {}, ...options: string[]): Outcome =>
    spawnSync(process.execPath, [...options, join('bin', program)], {
      cwd: place,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'test', ...env },
    });

  const sentence = (pattern: RegExp): unknown => expect.stringMatching(new RegExp(`^[^\n]*${pattern.source}[^\n]*\n$`));

  it('build the program if it is missing; the service also rebuilds what has other sources', () => {
    expect(run('parley.js')).toMatchObject({ status: 0, stdout: 'first\n' });
    expect(existsSync(join(place, 'dist/web'))).toBe(false);
    writes('src/program.js', 'console.log("second");');
    expect(run('parley.js')).toMatchObject({ status: 0, stdout: 'first\n', stderr: '' });
    expect(run('start.js')).toMatchObject({ status: 0, stdout: 'second\n' });
    expect(existsSync(join(place, 'dist/web/index.html'))).toBe(true);
    expect(run('start.js')).toMatchObject({ status: 0, stdout: 'second\n', stderr: '' });
  });

  it('make a build again whose sources changed while it was made', () => {
    const change = `(await import('node:fs')).writeFileSync('src/program.js', 'console.log("second");');`;
    writes('make.js', MAKE + change);
    expect(run('start.js')).toMatchObject({ status: 0, stdout: 'first\n' });
    expect(run('start.js')).toMatchObject({ status: 0, stdout: 'second\n' });
    expect(run('start.js')).toMatchObject({ status: 0, stdout: 'second\n', stderr: '' });
  });

  it('stop with the error of a failed build, and keep the build before', () => {
    run('start.js');
    writes('make.js', 'throw new Error("no such module");');
    const failed = run('start.js');
    expect(failed).toMatchObject({ status: 1, stdout: '' });
    expect(failed.stderr).toContain('no such module');
    expect(failed.stderr).toContain('Parley cannot start, because the build of program failed.\n');
    expect(run('parley.js')).toMatchObject({ status: 0, stdout: 'first\n' });
  });

  it('refuse a build whose program does not start, and keep the build before', () => {
    writes('bin/parts.js', PARTS.replace('make.js "$OUT"', 'make.js "$OUT" && node bin/program/keep-code.js "$OUT"'));
    expect(run('build.js')).toMatchObject({ status: 0 });
    writes('src/program.js', 'throw new Error("two statements of one name");');
    const { status, stderr } = run('build.js');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^The program was built, but did not start here:\n[^]*two statements of one name[^]*\nThe build of program failed\.\n$/,
    );
    const started = run('start.js');
    expect(started.status).toBe(1);
    expect(started.stderr).toContain('Parley cannot start, because the build of program failed.\n');
    expect(run('parley.js')).toMatchObject({ status: 0, stdout: 'first\n' });
  });

  it('never run a half-made build: one that is killed in the middle is made again', async () => {
    const whole = MAKE;
    writes('make.js', `${MAKE} console.log('half'); process.kill(process.pid, 'SIGSTOP');`);
    const child = spawn(process.execPath, ['bin/start.js'], { cwd: place, detached: true, stdio: 'ignore' });
    const unfinished = join(place, 'dist/unfinished', String(child.pid), 'program/cli.js');
    await eventually(() => existsSync(unfinished));
    process.kill(-child.pid!, 'SIGKILL');
    await once(child, 'close');
    expect(existsSync(join(place, 'dist/program'))).toBe(false);
    writes('make.js', whole);
    expect(run('start.js')).toMatchObject({ status: 0, stdout: 'first\n' });
    expect(existsSync(unfinished)).toBe(false);
  });

  it('name the fix if there is neither a build nor what makes one', () => {
    removes('node_modules');
    const refused = { status: 1, stdout: '', stderr: sentence(/build tools are not installed: run npm ci/) };
    expect(run('start.js')).toMatchObject(refused);
    expect(run('parley.js')).toMatchObject(refused);
  });

  it('run a build of other sources without build tools, and say so', () => {
    run('start.js');
    removes('node_modules');
    expect(run('start.js')).toMatchObject({ status: 0, stdout: 'first\n', stderr: '' });
    writes('src/program.js', 'console.log("second");');
    expect(run('start.js')).toMatchObject({
      status: 0,
      stdout: 'first\n',
      stderr: sentence(/because its build tools are not installed \(program is outdated\): npm run build/),
    });
  });

  it('run the build that exists in production, and say so if it is not that of the sources', () => {
    run('start.js');
    writes('src/program.js', 'console.log("second");');
    expect(run('start.js', { NODE_ENV: 'production' })).toMatchObject({
      status: 0,
      stdout: 'first\n',
      stderr: sentence(/because NODE_ENV is production \(program is outdated\): npm run build/),
    });
    removes('dist');
    expect(run('start.js', { NODE_ENV: 'production' })).toMatchObject({ status: 0, stdout: 'second\n' });
  });

  it('run the build that exists in a folder that the user cannot write, and say so', (context) => {
    if (process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).error)
      context.skip('root can write everywhere');
    const asUser = (...words: string[]): Outcome => {
      const [file, ...parameters] =
        process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups', '--', ...words] : words;
      return spawnSync(file!, parameters, { cwd: place, encoding: 'utf8' });
    };
    chmodSync(place, 0o555);
    const start = (): Outcome => asUser(process.execPath, 'bin/start.js');
    try {
      expect(start()).toMatchObject({ status: 1, stderr: sentence(/cannot be written: run npm ci && npm run build/) });
      chmodSync(place, 0o755);
      run('start.js');
      writes('src/program.js', 'console.log("second");');
      for (const folder of ['dist', '.']) chmodSync(join(place, folder), 0o555);
      expect(start()).toMatchObject({
        status: 0,
        stdout: 'first\n',
        stderr: sentence(/cannot be written \(program is outdated\): npm run build/),
      });
    } finally {
      for (const folder of ['.', 'dist']) if (existsSync(join(place, folder))) chmodSync(join(place, folder), 0o755);
    }
  });

  it('name the fix if a package or a file of the build is missing', () => {
    writes('src/program.js', 'import "a-package";');
    expect(run('start.js').stderr).toMatch(
      /\nA package or a part of the build is missing: run npm ci, .*a-package.*\n$/,
    );
  });

  it.each(['start.js', 'parley.js'] as const)('name the version of Node that is needed: %s', (program) => {
    expect(run(program, {}, '--import', OLD_NODE)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: sentence(/Parley needs Node.js 20.19 or newer, and this is v18.20.0: install a newer one./),
    });
  });
});
