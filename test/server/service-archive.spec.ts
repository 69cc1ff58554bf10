import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { packService } from '../../bin/pack/service.js';
import { KEPT_OUTSIDE } from '../../rolldown.config.js';
import { InstalledArchive } from '../support/installed-archive.js';
import { PackageRegistry } from '../support/package-registry.js';

/** As docs/releasing.md names it. */
const MOST_MEGABYTES = 200;
/** What an installation of the kept packages adds, for this platform. */
const FEW = 30;

let place: string;
let registry: PackageRegistry;
let installed: InstalledArchive;
let told: string;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'parley-archive-'));
  registry = await PackageRegistry.start();
  const archive = await packService(join(place, 'archives'));
  installed = new InstalledArchive(mkdtempSync(join(place, 'empty-')), registry.settings(place));
  told = await installed.install(archive);
});
afterAll(async () => {
  await installed.stop();
  await registry.close();
  rmSync(place, { recursive: true });
});

const inside = (name: string): string => join(installed.folder, 'node_modules/parley', name);
const read = (name: string): string => readFileSync(inside(name), 'utf8');

describe('the archive of the service, installed in an empty folder', () => {
  it('needs only the packages that cannot be bundled, and no option of npm', () => {
    expect(told).not.toMatch(/warn|ERR/i);
    expect(Object.keys((JSON.parse(read('package.json')) as { dependencies: object }).dependencies)).toEqual(
      KEPT_OUTSIDE,
    );
    expect(installed.packages).toEqual(expect.arrayContaining(['parley', ...KEPT_OUTSIDE]));
    expect(installed.packages.length).toBeLessThan(FEW);
    expect(installed.megabytes).toBeLessThan(MOST_MEGABYTES);
  });

  it('starts without the checkout, serves its pages, and has the commands', async () => {
    const url = await installed.start();
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(url + path, { headers: { accept: 'text/html' } })).status;
    expect(await statusOf('/health/ready')).toBe(200);
    expect(await statusOf('/docs/openapi.yaml')).toBe(200);
    for (const [part, path] of [
      ['web', '/'],
      ['admin', '/admin/'],
      ['welcome', '/setup'],
      ['docs', '/docs/'],
    ] as const) {
      if (existsSync(inside(`dist/${part}`))) expect([path, await statusOf(path)]).toEqual([path, 200]);
    }
    await installed.parley('users', 'create', 'ada', '--password', 'correct horse battery');
    const log = await fetch(`${url}/api/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ada', password: 'correct horse battery' }),
    });
    expect(log.status).toBe(200);
    expect(await installed.parley('--help')).toMatch(/^ {2}start {2,}start the service$/m);
    await installed.stop();
  });

  it('has its licence, those of the packages inside of it, and the list of all', () => {
    expect(read('LICENSE')).toContain('MIT License');
    const { components } = JSON.parse(read('sbom.cdx.json')) as { components: { name: string; purl: string }[] };
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['@nestjs/core', 'typeorm', 'class-validator', ...KEPT_OUTSIDE]));
    expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length);
    expect(installed.packages.filter((name) => !['parley', ...names].includes(name))).toEqual([]);
    // The whole text would be printed.
    expect(/^rxjs [\d.]+\nLicence: Apache-2.0\n\n.*Apache License/m.test(read('THIRD-PARTY.txt'))).toBe(true);
  });
});
