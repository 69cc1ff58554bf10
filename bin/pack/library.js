/** The archives of the packages of `libs`. */
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../build-parts.js';
import { manifestIn } from './manifests.js';
import { npmArchive } from './npm-archive.js';
import { installedWith, SBOM, sbomOf } from './sbom.js';

/** @typedef {import('./manifests.js').Manifest} Manifest */

/** The packages of `libs` that others install. */
export const LIBRARIES = /** @type {const} */ (['client', 'react', 'server']);

/**
 * @param {(typeof LIBRARIES)[number]} name
 * @param {string} to
 */
export function packLibrary(name, to) {
  const source = join(root, 'libs', name);
  return npmArchive(to, (folder) => {
    const manifest = manifestIn(source);
    const filter = (/** @type {string} */ path) => !path.endsWith('.tsbuildinfo');
    for (const file of (manifest.files ?? []).filter((path) => !path.startsWith('!'))) {
      cpSync(join(source, file), join(folder, file), { recursive: true, filter });
    }
    for (const file of ['LICENSE', 'README.md']) cpSync(join(source, file), join(folder, file));
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`);
    writeFileSync(join(folder, SBOM), sbomOf(manifest, [], installedWith(Object.keys(manifest.dependencies ?? {}))));
    if (!existsSync(join(folder, 'dist/index.js'))) throw new Error(`The package ${manifest.name} is not built.`);
  });
}

/** Without what concerns this repository alone. @param {Manifest} manifest */
function published({ exports = {}, ...manifest }) {
  const { private: _private, files: _files, ...rest } = /** @type {Manifest & { private?: boolean }} */ (manifest);
  const entries = Object.entries(exports).map(([entry, file]) => /** @type {const} */ ([entry, withoutSource(file)]));
  return { ...rest, exports: Object.fromEntries(entries) };
}

/** @param {import('./manifests.js').Entry} file */
function withoutSource(file) {
  if (typeof file === 'string') return file;
  const { 'parley-source': _source, ...conditions } = file;
  return conditions;
}
