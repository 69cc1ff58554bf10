import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

const TSCONFIG = { compilerOptions: { outDir: 'dist', rootDir: '.', types: [], module: 'nodenext' }, include: ['src'] };

describe('the build', () => {
  let place: string;

  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'parley-build-'));
    cpSync(join(ROOT, 'bin'), join(place, 'bin'), { recursive: true });
    writes('package.json', '{ "type": "module" }');
    writes('tsconfig.build.json', JSON.stringify(TSCONFIG));
    writes('src/main.ts', 'console.log("the program");');
    writes('web/vite.config.ts', 'export default { root: import.meta.dirname, build: { outDir: "../dist/web" } };');
    writes('web/index.html', '<!doctype html><title>First</title>');
    symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'));
  });

  afterEach(() => {
    rmSync(place, { recursive: true });
  });

  function writes(path: string, text: string): void {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  }

  const reads = (path: string): string => readFileSync(join(place, path), 'utf8');

  function builds(what: 'built' | 'builtProgram' = 'built'): { status: number | null; said: string } {
    const script = `import('./bin/build.js').then(({ ${what} }) => ${what}())`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: place, encoding: 'utf8' });
    return { status, said: stderr };
  }

  it('makes the program and the web client, and each again once a source of its own is newer', () => {
    expect(builds()).toEqual({
      status: 0,
      said: expect.stringMatching(/Building Parley[^]*Building the web client/) as string,
    });
    expect(reads('dist/src/main.js')).toContain('the program');
    expect(reads('dist/web/index.html')).toContain('First');
    expect(builds()).toEqual({ status: 0, said: '' });

    writes('web/index.html', '<!doctype html><title>Second</title>');
    const again = builds();
    expect(again.said).toContain('Building the web client');
    expect(again.said).not.toContain('Building Parley');
    expect(reads('dist/web/index.html')).toContain('Second');

    rmSync(join(place, 'dist/web'), { recursive: true });
    expect(builds().said).toContain('Building the web client');
  });

  it('makes the program alone for a command', () => {
    expect(builds('builtProgram').status).toBe(0);
    expect([existsSync(join(place, 'dist/src/main.js')), existsSync(join(place, 'dist/web'))]).toEqual([true, false]);
  });

  it('ends with what is wrong, and leaves nobody waiting for it', () => {
    writes('web/index.html', '<!doctype html><script type="module" src="./nowhere.ts"></script>');
    expect(builds()).toEqual({
      status: 1,
      said: expect.stringMatching(/Cannot build the web client:[^]*nowhere/) as string,
    });
    writes('web/index.html', '<!doctype html>');
    expect(builds().status).toBe(0);
  });

  it('takes what is there where the tools are not installed, and says what is missing', () => {
    expect(builds().status).toBe(0);
    rmSync(join(place, 'node_modules'));
    writes('src/main.ts', 'console.log("newer");');
    writes('web/index.html', '<!doctype html><title>Newer</title>');
    expect(builds()).toEqual({ status: 0, said: '' });
    expect(reads('dist/web/index.html')).toContain('First');

    rmSync(join(place, 'dist/web'), { recursive: true });
    expect(builds()).toEqual({ status: 0, said: '' });
    rmSync(join(place, 'dist'), { recursive: true });
    expect(builds()).toEqual({ status: 1, said: expect.stringContaining('run npm ci') as string });
  });
});
