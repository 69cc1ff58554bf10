import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { faultsOfInstalled, faultsOfLock, faultsOfSettings, installed, lockOf } from './packages.js';

const ROOT = join(import.meta.dirname, '../..');
const good = { version: '1.0.0', integrity: 'sha512-x' };

const lock = (packages: Record<string, object>): ReturnType<typeof lockOf> => ({ packages });

describe.each([
  ['this project', ROOT],
  ['the documentation', join(ROOT, 'docs')],
  ['the development tools', join(ROOT, 'development')],
])('the packages of %s', (_name, folder) => {
  it('have no install scripts, come from the configured registry, and have a checksum', () => {
    expect(faultsOfLock(lockOf(folder))).toEqual([]);
    expect(faultsOfSettings(readFileSync(join(folder, '.npmrc'), 'utf8'))).toEqual([]);
  });

  it('have no script that the lock does not mention, if they are installed', () => {
    expect(faultsOfInstalled(lockOf(folder), folder)).toEqual([]);
  });
});

it('npm ci installs no more than 750 packages: what few commands need has a lock of its own', () => {
  const packages = installed(lockOf(ROOT), ROOT);
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.length).toBeLessThanOrEqual(750);
});

it('the image installs the packages of every workspace', () => {
  const workspaces = Object.keys(lockOf(ROOT).packages).filter((folder) => /^(libs|tools)\//.test(folder));
  const copied = [...readFileSync(join(ROOT, 'Dockerfile'), 'utf8').matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)];
  expect(copied.map(([, folder]) => folder)).toEqual(workspaces);
});

describe('the check of a package lock', () => {
  it('allows packages of the project itself', () => {
    expect(
      faultsOfLock(lock({ '': {}, 'libs/own': {}, 'node_modules/own': { resolved: 'libs/own', link: true } })),
    ).toEqual([]);
  });

  it.each<[string, object]>([
    ['left has an install script.', { hasInstallScript: true }],
    ['left has an install script.', { hasInstallScript: true, dev: true }],
    ['left comes from https://elsewhere.example/left.tgz.', { resolved: 'https://elsewhere.example/left.tgz' }],
    ['left has no checksum.', { integrity: undefined }],
  ])('reports: %s', (fault, more) => {
    expect(faultsOfLock(lock({ 'node_modules/a/node_modules/left': { ...good, ...more } }))).toEqual([fault]);
  });

  it('allows some packages of the tests with an install script, but not if they are deployed', () => {
    const compiler = { ...good, hasInstallScript: true };
    expect(faultsOfLock(lock({ 'node_modules/@swc/core': { ...compiler, dev: true } }))).toEqual([]);
    expect(faultsOfLock(lock({ 'node_modules/@swc/core': compiler }))).toEqual(['@swc/core has an install script.']);
  });
});

describe('the check of installed packages', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-test-'));
    mkdirSync(join(root, 'node_modules/left'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const faults = (scripts: object): string[] => {
    writeFileSync(join(root, 'node_modules/left/package.json'), JSON.stringify({ scripts }));
    return faultsOfInstalled(lock({ 'node_modules/left': good, 'node_modules/of-another-platform': good }), root);
  };

  it('allows scripts for the authors of a package', () => {
    expect(faults({ test: 'x', prepare: 'x', prepublishOnly: 'x' })).toEqual([]);
  });

  it.each(['preinstall', 'install', 'postinstall'])('rejects a package with the script %s', (script) => {
    expect(faults({ [script]: 'node x.js' })).toEqual([`left has a script: ${script}.`]);
  });

  it('rejects a package that is compiled during its installation', () => {
    writeFileSync(join(root, 'node_modules/left/binding.gyp'), '{}');
    expect(faults({})).toEqual(['left is compiled during its installation.']);
  });
});

it('the check of .npmrc requires that scripts are ignored', () => {
  expect(faultsOfSettings('save-exact=true\nignore-scripts=false\n')).toEqual(['.npmrc lacks ignore-scripts=true.']);
});
