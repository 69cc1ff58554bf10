import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

const PROGRAM = join(import.meta.dirname, '../../dist/program');

let place: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'parley-kept-code-'));
  mkdirSync(join(place, 'code'));
  copyFileSync(join(PROGRAM, 'load.js'), join(place, 'load.js'));
  writeFileSync(join(place, 'main.js'), "import { load } from './load.js'; load('main.cjs');");
  writeFileSync(join(place, 'code/main.cjs'), "console.log(require('./other.cjs').text, String.raw`ς`);");
  writeFileSync(join(place, 'code/other.cjs'), "exports.text = 'loaded'; require('./main.cjs');");
});
afterEach(() => rmSync(place, { recursive: true }));

const run = (...options: string[]): string => {
  const { stdout, stderr } = spawnSync(process.execPath, [...options, join(place, 'main.js')], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
};

/** Keeps the code of one run. @returns the files that hold it */
function keep(): string[] {
  const keeping = `import { keepCode } from ${JSON.stringify(pathToFileURL(join(place, 'load.js')))}; keepCode();`;
  run('--import', `data:text/javascript,${encodeURIComponent(keeping)}`);
  return readdirSync(join(place, 'code')).filter((name) => name.endsWith('.v8'));
}

describe('the compiled code that the build keeps', () => {
  it('is that of the service and of the commands', () => {
    const files = readdirSync(join(PROGRAM, 'code'));
    for (const name of ['main', 'server', 'cli', 'cli.module']) {
      const file = files.find((each) => each.startsWith(`${name}-`) && each.endsWith('.cjs'));
      const source = file === undefined ? '' : readFileSync(join(PROGRAM, 'code', file), 'utf8');
      const cachedData = readFileSync(join(PROGRAM, 'code', `${String(file)}.v8`));
      // As load.js wraps it.
      const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
      expect(new Script(wrapped, { cachedData }).cachedDataRejected, name).toBe(false);
    }
  });

  it('is used by a process, which prints the same without it', () => {
    const without = run();
    expect(without).toBe('loaded ς\n');
    expect(keep()).toEqual(['main.cjs.v8', 'other.cjs.v8']);
    // V8 compares the lengths of texts: that the text before is printed shows that the kept code runs.
    writeFileSync(
      join(place, 'code/other.cjs'),
      readFileSync(join(place, 'code/other.cjs'), 'utf8').replace('loaded', 'change'),
    );
    expect(run()).toBe('loaded ς\n');
  });

  it('is ignored by another V8, or if it is damaged', () => {
    for (const name of keep()) writeFileSync(join(place, 'code', name), 'no code');
    expect(run()).toBe('loaded ς\n');
    expect(existsSync(join(place, 'code/main.cjs.v8'))).toBe(true);
  });
});
