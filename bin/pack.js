/**
 * `npm run pack`: writes the archives of a release into `archives`: the service, the packages of `libs`, and the wheel of
 * the Python package. They install and run without this checkout and without build tools.
 */
import { rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

import { build, root, stateOf } from './build-parts.js';
import { LIBRARIES, packLibrary } from './pack/library.js';
import { packService } from './pack/service.js';
import { packWheel } from './pack/wheel.js';
import { SERVICE } from './parts.js';

const ARCHIVES = join(root, 'archives');

const needed = /** @type {const} */ ([...SERVICE, 'docs', 'packages']);
const failed = await build(needed.filter((name) => stateOf(name) !== 'current'));
if (failed.length > 0) {
  process.stderr.write(`Nothing is packed, because the build of ${failed.join(' and ')} failed.\n`);
  process.exit(1);
}
rmSync(ARCHIVES, { recursive: true, force: true });
const archives = [await packService(ARCHIVES)];
for (const name of LIBRARIES) archives.push(await packLibrary(name, ARCHIVES));
archives.push(await packWheel(ARCHIVES));
for (const path of archives) {
  const megabytes = (statSync(path).size / 1_000_000).toFixed(2);
  process.stdout.write(`${relative(root, path)}: ${megabytes} MB\n`);
}
