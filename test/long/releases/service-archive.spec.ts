import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { packService } from '../../../bin/pack/service.js';
import { InstalledArchive } from '../../support/installed-archive.js';

const run = promisify(execFile);
/** Milliseconds, as docs/releasing.md says. */
const LISTENS_WITHIN = 10_000;
/** "In seconds": without a cache, over the network. */
const INSTALLED_WITHIN = 120_000;
const MOST_MEGABYTES = 200;

let place: string;
let archive: string;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'parley-archive-'));
  archive = await packService(join(place, 'archives'));
});
afterAll(() => rmSync(place, { recursive: true }));

/** The program of another npm, from the registry that npm is configured with. */
async function npmOf(version: number): Promise<string> {
  const folder = mkdtempSync(join(place, 'npm-'));
  await run('npm', ['install', '--prefix', folder, `npm@${String(version)}`]);
  return join(folder, 'node_modules/npm/bin/npm-cli.js');
}

it.each([10, 11])('npm %i installs the archive of the service from the registry, and it listens', async (version) => {
  const folder = mkdtempSync(join(place, 'empty-'));
  // The settings of npm, such as its registry, are those of the user.
  const settings = { HOME: process.env.HOME ?? folder, npm_config_cache: join(folder, 'cache') };
  const installed = new InstalledArchive(folder, settings, [process.execPath, await npmOf(version)]);
  let began = performance.now();
  expect(await installed.install(archive)).not.toMatch(/ERR|legacy-peer-deps/);
  expect(performance.now() - began).toBeLessThan(INSTALLED_WITHIN);
  expect(installed.megabytes).toBeLessThan(MOST_MEGABYTES);
  try {
    began = performance.now();
    const url = await installed.start();
    expect(performance.now() - began).toBeLessThan(LISTENS_WITHIN);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  } finally {
    await installed.stop();
  }
});
