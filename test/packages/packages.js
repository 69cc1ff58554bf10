import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [resolved] where it is got from, or the folder that it is
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {boolean} [dev] of no part of what is deployed
 * @property {boolean} [hasInstallScript]
 *
 * @typedef {object} Lock
 * @property {Record<string, LockedPackage>} packages by their folders
 */

/**
 * Those whose script is never run, and without which the tests do not: it would only look for, or build, what comes in
 * another package for this platform.
 */
const UNRUN = new Set(['@parcel/watcher', '@swc/core', 'unrs-resolver']);
const MODULES = 'node_modules/';
/** What npm runs of a package when it installs it. */
const SCRIPTS = ['preinstall', 'install', 'postinstall'];

/**
 * What is wrong with what a lock names, one sentence each: whatever is deployed runs nothing when it is installed, nothing
 * is got from elsewhere than the registry that npm is told of, and all is what it was when it was locked.
 * @param {Lock} lock
 */
export function faultsOfLock({ packages }) {
  return locked(packages).flatMap(([name, { hasInstallScript, dev, resolved, integrity }]) => [
    ...(hasInstallScript && !(dev && UNRUN.has(name)) ? [`${name} has an install script.`] : []),
    ...(resolved === undefined ? [] : [`${name} is got from ${resolved}.`]),
    ...(integrity === undefined ? [`${name} has no checksum.`] : []),
  ]);
}

/**
 * What is wrong with what was installed: a package may have a script that its lock does not tell of, and npm makes one
 * of a `binding.gyp`.
 * @param {Lock} lock
 * @param {string} root of the project
 */
export function faultsOfInstalled({ packages }, root) {
  return locked(packages).flatMap(([name, { dev }, folder]) => {
    const place = join(root, folder);
    if ((dev && UNRUN.has(name)) || !existsSync(place)) return [];
    const built = existsSync(join(place, 'binding.gyp')) ? [`${name} is built when it is installed.`] : [];
    const { scripts = {} } = manifestOf(place);
    return [
      ...SCRIPTS.filter((script) => script in scripts).map((script) => `${name} has a script: ${script}.`),
      ...built,
    ];
  });
}

/** @param {string} npmrc what npm is told @returns {string[]} */
export const faultsOfSettings = (npmrc) =>
  npmrc.split('\n').includes('ignore-scripts=true') ? [] : ['.npmrc does not say ignore-scripts=true.'];

/** @param {string} root */
export const lockOf = (root) => /** @type {Lock} */ (json(join(root, 'package-lock.json')));

/** Those that come from elsewhere. @param {Lock['packages']} packages @returns {[name: string, LockedPackage, folder: string][]} */
const locked = (packages) =>
  Object.entries(packages)
    .filter(([folder, { link }]) => folder.includes(MODULES) && !link)
    .map(([folder, each]) => [folder.slice(folder.lastIndexOf(MODULES) + MODULES.length), each, folder]);

/** @param {string} folder */
const manifestOf = (folder) => /** @type {{ scripts?: Record<string, string> }} */ (json(join(folder, 'package.json')));

/** @param {string} file @returns {unknown} */
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
