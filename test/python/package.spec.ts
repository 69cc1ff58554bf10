import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { packWheel } from '../../bin/pack/wheel.js';
import { pythonOf } from '../../sdk/conformance/suite.js';

const run = promisify(execFile);
const PACKAGE = join(import.meta.dirname, '../../sdk/python');
/** No registry is asked. */
const ALONE = ['--no-index', '--disable-pip-version-check', '--quiet'];

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-python-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('the tests of the Python package pass', async () => {
  const words = ['-B', '-W', 'error', '-m', 'unittest', 'discover', '--start-directory', join(PACKAGE, 'tests')];
  const { stderr } = await run(pythonOf(), words, { env: { ...process.env, PYTHONPATH: join(PACKAGE, 'src') } });
  expect(stderr).toMatch(/^Ran \d{2,} tests/m);
});

it('the Python package is built without a network, and its wheel runs in a fresh environment', async () => {
  const python = pythonOf();
  const environment = join(folder, 'environment');
  const wheel = await packWheel(join(folder, 'wheels'));
  expect(basename(wheel)).toMatch(/^parley-[\d.]+dev0-py3-none-any\.whl$/);
  const { stdout: files } = await run(python, ['-m', 'zipfile', '--list', wheel]);
  expect(files).toMatch(/dist-info\/LICENSE /);
  expect(files).toMatch(/dist-info\/sbom\.cdx\.json /);

  await run(python, ['-m', 'venv', '--system-site-packages', '--without-pip', environment]);
  const inside = join(environment, 'bin/python');
  await run(python, ['-m', 'pip', '--python', inside, 'install', ...ALONE, '--no-deps', wheel]);
  const program = [
    'import importlib.metadata, pathlib, parley, parley.models, parley.server',
    'print(pathlib.Path(parley.__file__).is_relative_to(__import__("sys").prefix))',
    'print(pathlib.Path(parley.__file__).with_name("py.typed").exists(), parley.Parley.__name__)',
    'print(sorted(importlib.metadata.requires("parley")))',
  ].join('\n');
  const { stdout } = await run(inside, ['-c', program], { cwd: folder });
  expect(stdout).toBe("True\nTrue Parley\n['httpx (>=0.23)', 'websockets (>=10.4)']\n");
});
