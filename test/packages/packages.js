import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [resolved] its source: a URL, or a local folder
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {boolean} [dev] not deployed
 * @property {boolean} [hasInstallScript]
 *
 * @typedef {object} Lock
 * @property {Record<string, LockedPackage>} packages by folder
 */

/**
 * Packages of the tests whose install script is not needed: it would only find or build what another package has for
 * this platform.
 */
const UNRUN = new Set(['@parcel/watcher', '@swc/core', 'unrs-resolver']);
const MODULES = 'node_modules/';
/** The scripts that npm runs when it installs a package. */
const SCRIPTS = ['preinstall', 'install', 'postinstall'];

/**
 * The faults of a lock, one sentence each: no deployed package has an install script, all packages come from the
 * configured registry, and all have a checksum.
 * @param {Lock} lock
 */
export function faultsOfLock({ packages }) {
  return locked(packages).flatMap(([name, { hasInstallScript, dev, resolved, integrity }]) => [
    ...(hasInstallScript && !(dev && UNRUN.has(name)) ? [`${name} has an install script.`] : []),
    ...(resolved === undefined ? [] : [`${name} comes from ${resolved}.`]),
    ...(integrity === undefined ? [`${name} has no checksum.`] : []),
  ]);
}

/**
 * The faults of the installed packages: a package may have a script that its lock does not mention, and npm adds one
 * for a `binding.gyp`.
 * @param {Lock} lock
 * @param {string} root of the project
 */
export function faultsOfInstalled(lock, root) {
  return installed(lock, root).flatMap(([name, { dev }, folder]) => {
    const place = join(root, folder);
    if (dev && UNRUN.has(name)) return [];
    const built = existsSync(join(place, 'binding.gyp')) ? [`${name} is compiled during its installation.`] : [];
    const { scripts = {} } = manifestOf(place);
    return [
      ...SCRIPTS.filter((script) => script in scripts).map((script) => `${name} has a script: ${script}.`),
      ...built,
    ];
  });
}

/** The packages of a lock that this platform has. @param {Lock} lock @param {string} root of the project */
export const installed = ({ packages }, root) =>
  locked(packages).filter(([, , folder]) => existsSync(join(root, folder)));

/** @param {string} npmrc the content of .npmrc @returns {string[]} */
export const faultsOfSettings = (npmrc) =>
  npmrc.split('\n').includes('ignore-scripts=true') ? [] : ['.npmrc lacks ignore-scripts=true.'];

/** @param {string} root */
export const lockOf = (root) => /** @type {Lock} */ (json(join(root, 'package-lock.json')));

/**
 * Packages that come from a registry.
 * @param {Lock['packages']} packages
 * @returns {[name: string, LockedPackage, folder: string][]}
 */
const locked = (packages) =>
  Object.entries(packages)
    .filter(([folder, { link }]) => folder.includes(MODULES) && !link)
    .map(([folder, each]) => [folder.slice(folder.lastIndexOf(MODULES) + MODULES.length), each, folder]);

/** @param {string} folder */
const manifestOf = (folder) => /** @type {{ scripts?: Record<string, string> }} */ (json(join(folder, 'package.json')));

/** @param {string} file @returns {unknown} */
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
