/** The archive of the service: the built program and its pages, which need no build tools. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { KEPT_OUTSIDE } from '../../rolldown.config.js';
import { root } from '../build-parts.js';
import { BUNDLED } from '../bundled-packages.js';
import { SERVICE } from '../parts.js';
import { manifestIn } from './manifests.js';
import { noticesOf, NOTICES } from './notices.js';
import { npmArchive } from './npm-archive.js';
import { installedWith, SBOM, sbomOf } from './sbom.js';

/** @typedef {import('../bundled-packages.js').BundledPackage} BundledPackage */

/** What `bin/parley.js` loads, and the new database. */
const PROGRAMS = ['parley', 'node-version', 'run', 'build-parts', 'fingerprint', 'parts'].map(
  (name) => `bin/${name}.js`,
);
const NEW_DATABASE = 'bin/initdb';
const CONTRACT = ['docs/asyncapi.yaml', 'docs/openapi.yaml'];
/** Code that V8 has compiled here is none for another machine. */
const COMPILED = '.v8';

/** Of the pages those are inside that are built. @param {string} to */
export function packService(to) {
  return npmArchive(to, (folder) => {
    const parts = [...SERVICE, 'docs']
      .map((part) => `dist/${part}`)
      .filter((path) => existsSync(join(root, path, BUNDLED)));
    for (const path of [...PROGRAMS, NEW_DATABASE, ...CONTRACT, ...parts, 'LICENSE']) carry(path, folder);
    cpSync(join(import.meta.dirname, 'service-readme.md'), join(folder, 'README.md'));
    const { name, version, description, license, engines, bin } = manifestIn(root);
    const dependencies = Object.fromEntries(KEPT_OUTSIDE.map((each) => [each, installedVersion(each)]));
    const manifest = { name, version, description, license, type: 'module', engines, bin, dependencies };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const bundled = bundledIn(parts);
    writeFileSync(join(folder, NOTICES), noticesOf(bundled));
    writeFileSync(join(folder, SBOM), sbomOf({ name, version, license }, bundled, installedWith(KEPT_OUTSIDE)));
  });
}

/** @param {string} path @param {string} folder */
const carry = (path, folder) =>
  cpSync(join(root, path), join(folder, path), {
    recursive: true,
    filter: (each) => !each.endsWith(COMPILED) && !basename(each).startsWith('.'),
  });

/** The version that this project is tested with: of PGlite, a new database is kept. @param {string} name */
const installedVersion = (name) => manifestIn(join(root, 'node_modules', name)).version;

/** @param {readonly string[]} parts @returns {BundledPackage[]} */
function bundledIn(parts) {
  const all = parts.flatMap(
    (part) => /** @type {BundledPackage[]} */ (JSON.parse(readFileSync(join(root, part, BUNDLED), 'utf8'))),
  );
  const byVersion = new Map(all.map((each) => [`${each.name}@${each.version}`, each]));
  return [...byVersion.keys()].toSorted().flatMap((key) => byVersion.get(key) ?? []);
}
