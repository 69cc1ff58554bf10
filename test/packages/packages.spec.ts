import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { faultsOfInstalled, faultsOfLock, faultsOfSettings, lockOf } from './packages.js';

const ROOT = join(import.meta.dirname, '../..');
const good = { version: '1.0.0', integrity: 'sha512-x' };

const lock = (packages: Record<string, object>): ReturnType<typeof lockOf> => ({ packages });

describe('the packages of this project', () => {
  it('run nothing when they are installed, come from the registry that npm knows, and are what was locked', () => {
    expect(faultsOfLock(lockOf(ROOT))).toEqual([]);
    expect(faultsOfSettings(readFileSync(join(ROOT, '.npmrc'), 'utf8'))).toEqual([]);
  });

  it('have no script that their lock does not tell of', () => {
    expect(faultsOfInstalled(lockOf(ROOT), ROOT)).toEqual([]);
  });
});

describe('a lock', () => {
  it('may name what is in the project itself', () => {
    expect(
      faultsOfLock(lock({ '': {}, 'libs/own': {}, 'node_modules/own': { resolved: 'libs/own', link: true } })),
    ).toEqual([]);
  });

  it.each<[string, object]>([
    ['left has an install script.', { hasInstallScript: true }],
    ['left has an install script.', { hasInstallScript: true, dev: true }],
    ['left is got from https://elsewhere.example/left.tgz.', { resolved: 'https://elsewhere.example/left.tgz' }],
    ['left has no checksum.', { integrity: undefined }],
  ])('may not say: %s', (fault, more) => {
    expect(faultsOfLock(lock({ 'node_modules/a/node_modules/left': { ...good, ...more } }))).toEqual([fault]);
  });

  it('may name some that the tests need, whose script is not run, but not for what is deployed', () => {
    const compiler = { ...good, hasInstallScript: true };
    expect(faultsOfLock(lock({ 'node_modules/@swc/core': { ...compiler, dev: true } }))).toEqual([]);
    expect(faultsOfLock(lock({ 'node_modules/@swc/core': compiler }))).toEqual(['@swc/core has an install script.']);
  });
});

describe('what was installed', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-test-'));
    mkdirSync(join(root, 'node_modules/left'), { recursive: true });
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  const faults = (scripts: object): string[] => {
    writeFileSync(join(root, 'node_modules/left/package.json'), JSON.stringify({ scripts }));
    return faultsOfInstalled(lock({ 'node_modules/left': good, 'node_modules/of-another-platform': good }), root);
  };

  it('may have scripts for those who make it', () => {
    expect(faults({ test: 'x', prepare: 'x', prepublishOnly: 'x' })).toEqual([]);
  });

  it.each(['preinstall', 'install', 'postinstall'])('may have no %s', (script) => {
    expect(faults({ [script]: 'node x.js' })).toEqual([`left has a script: ${script}.`]);
  });

  it('may not be built', () => {
    writeFileSync(join(root, 'node_modules/left/binding.gyp'), '{}');
    expect(faults({})).toEqual(['left is built when it is installed.']);
  });
});

it('npm must be told to run no scripts', () => {
  expect(faultsOfSettings('save-exact=true\nignore-scripts=false\n')).toEqual([
    '.npmrc does not say ignore-scripts=true.',
  ]);
});
