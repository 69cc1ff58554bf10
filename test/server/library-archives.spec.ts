import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';

import { LIBRARIES, packLibrary } from '../../bin/pack/library.js';
import { npmArchive } from '../../bin/pack/npm-archive.js';
import { InstalledArchive } from '../support/installed-archive.js';
import { PackageRegistry } from '../support/package-registry.js';

const run = promisify(execFile);
/**
 * The packages are ES modules alone, with entries that only a resolution by `exports` finds, as their pages say: that of
 * Node.js before version 12, and types for `require`, have no answer.
 */
const OF_ES_MODULES = new Set(['NoResolution node10', 'CJSResolvesToESM node16-cjs']);

let place: string;
let archives: ReadonlyMap<string, string>;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'parley-archives-'));
  const packed = LIBRARIES.map(async (name) => [name, await packLibrary(name, join(place, 'archives'))] as const);
  archives = new Map(await Promise.all(packed));
});
afterAll(() => rmSync(place, { recursive: true }));

describe.each(LIBRARIES)('the archive of @parley/%s', (name) => {
  it('has entries and types that every consumer of ES modules finds', async () => {
    const data = readFileSync(archives.get(name)!);
    const { messages } = await publint({ pack: { tarball: new Uint8Array(data).buffer }, strict: true });
    expect(messages).toEqual([]);
    // A style sheet has no types.
    const excludeEntrypoints = [/\.css$/];
    const result = await checkPackage(createPackageFromTarballData(new Uint8Array(data)), { excludeEntrypoints });
    if (result.types === false) throw new Error(`@parley/${name} has no types.`);
    const problems = result.problems.map((problem) =>
      'resolutionKind' in problem ? `${problem.kind} ${problem.resolutionKind}` : problem.kind,
    );
    expect(problems.filter((problem) => !OF_ES_MODULES.has(problem))).toEqual([]);
  });
});

it('the archives of the packages install together, with their licences, and are imported without the checkout', async () => {
  const registry = await PackageRegistry.start();
  try {
    const folder = mkdtempSync(join(place, 'empty-'));
    const installed = new InstalledArchive(folder, registry.settings(place));
    expect(await installed.install(...archives.values())).not.toMatch(/warn|ERR/i);
    const names = LIBRARIES.map((name) => `@parley/${name}`);
    expect(installed.packages).toEqual(
      ['@parley/client', '@parley/react', '@parley/server', 'openapi-fetch', 'openapi-typescript-helpers'].toSorted(),
    );
    for (const name of names) {
      const at = join(folder, 'node_modules', name);
      for (const file of ['LICENSE', 'README.md', 'sbom.cdx.json']) expect(existsSync(join(at, file))).toBe(true);
      expect(readFileSync(join(at, 'package.json'), 'utf8')).not.toMatch(/parley-source|"private"/);
    }
    const program = `
      import { Parley } from '@parley/client';
      import { ParleyServer, verifyWebhook } from '@parley/server';
      import { RoomsState } from '@parley/react/state';
      console.log(Parley.name, ParleyServer.name, RoomsState.name, verifyWebhook.name);`;
    writeFileSync(join(folder, 'program.mjs'), program);
    const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: folder });
    expect(stdout).toBe('Parley ParleyServer RoomsState verifyWebhook\n');
  } finally {
    await registry.close();
  }
});

it('a release is published by one command: each archive as it is, a prerelease with the tag next', async () => {
  const registry = await PackageRegistry.start();
  try {
    const settings = registry.settings(place);
    writeFileSync(settings.npm_config_userconfig!, `//${new URL(registry.url).host}/:_authToken=a-token\n`);
    const program = join(import.meta.dirname, '../../bin/pack/publish.js');
    const env = { ...process.env, ...settings };
    const folder = join(place, 'archives');
    await npmArchive(folder, (staged) => {
      writeFileSync(join(staged, 'package.json'), JSON.stringify({ name: 'parley', version: '0.4.0-dev' }));
    });
    await run(process.execPath, [program, '--dry-run', folder], { env });
    expect(registry.published).toEqual([]);
    await run(process.execPath, [program, folder], { env });
    expect(registry.published.map(({ name, tags }) => [name, Object.keys(tags)])).toEqual(
      [...LIBRARIES.map((name) => `@parley/${name}`), 'parley'].map((name) => [name, ['next']]),
    );
  } finally {
    await registry.close();
  }
});
