import { spawn } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { fingerprintOf } from './fingerprint.js';
import { PARTS } from './parts.js';

/** @typedef {keyof typeof PARTS} PartName */
/** @typedef {import('./parts.js').Part} Part */

export const root = join(import.meta.dirname, '..');

const DIST = join(root, 'dist');
/** Unfinished outputs, in a folder for each process. */
const UNFINISHED = join(DIST, 'unfinished');

/**
 * Whether the outputs of a part are missing, made of other sources than those that are present, or current. An
 * interrupted build leaves either the outputs of the build before it or none that count.
 * @param {PartName} name
 * @returns {'missing' | 'outdated' | 'current'}
 */
export function stateOf(name) {
  const part = partOf(name);
  if (part.output.some((folder) => !existsSync(join(root, folder)))) return 'missing';
  if (!existsSync(stampOf(name))) return part.command.includes('$OUT') ? 'outdated' : 'missing';
  return readFileSync(stampOf(name), 'utf8') === fingerprintOf(root, part) ? 'current' : 'outdated';
}

/**
 * Why nothing can be built here, as a clause, if nothing can.
 * @returns {string | undefined}
 */
export function whyNotBuildable() {
  // npm makes the links after the packages.
  const tools = ['rolldown', 'vite'].map((name) => join(root, 'node_modules/.bin', name));
  if (!tools.every((path) => existsSync(path))) return 'its build tools are not installed';
  try {
    accessSync(existsSync(DIST) ? DIST : root, constants.W_OK);
    return undefined;
  } catch {
    return `the folder ${root} cannot be written`;
  }
}

/** Makes a part count as made of other sources. @param {PartName} name */
export function forget(name) {
  rmSync(stampOf(name), { force: true });
}

/**
 * Builds parts side by side.
 * @param {readonly PartName[]} names
 * @returns {Promise<PartName[]>} those that failed, after their output was printed on standard error
 */
export async function build(names) {
  removeAbandoned();
  const built = await Promise.all(names.map(buildPart));
  rmSync(join(UNFINISHED, String(process.pid)), { recursive: true, force: true });
  return names.filter((_, at) => !built[at]);
}

/** @param {PartName} name @returns {Promise<boolean>} */
async function buildPart(name) {
  const part = partOf(name);
  // Before the command, so that a change during the build makes another one.
  const fingerprint = fingerprintOf(root, part);
  const out = join(UNFINISHED, String(process.pid), name);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const replaces = part.command.includes('$OUT');
  if (!replaces) forget(name);
  const began = Date.now();
  if (!(await succeeds(part.command, out))) return false;
  if (replaces) replace(join(root, part.output[0] ?? ''), out, stampOf(name));
  writeFileSync(stampOf(name), fingerprint);
  process.stderr.write(`Built ${name} in ${((Date.now() - began) / 1_000).toFixed(1)} s\n`);
  return true;
}

/**
 * @param {string} folder @param {string} by the folder that takes its place
 * @param {string} stamp which must not vouch for a folder that it was not written for
 */
function replace(folder, by, stamp) {
  const former = `${by}.former`;
  rmSync(former, { recursive: true, force: true });
  rmSync(stamp, { force: true });
  if (existsSync(folder)) renameSync(folder, former);
  renameSync(by, folder);
  rmSync(former, { recursive: true, force: true });
}

/** @param {string} command @param {string} out @returns {Promise<boolean>} */
function succeeds(command, out) {
  const path = [join(root, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
  // Standard output belongs to the program that runs after the build.
  const child = spawn(command, {
    cwd: root,
    shell: true,
    env: { ...process.env, PATH: path, OUT: out },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {string[]} */
  const printed = [];
  child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => printed.push(text));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      if (code !== 0) process.stderr.write(printed.join(''));
      resolve(code === 0);
    });
  });
}

/** Removes what processes have left that were ended while they built. */
function removeAbandoned() {
  for (const pid of existsSync(UNFINISHED) ? readdirSync(UNFINISHED) : []) {
    if (!isRunning(Number(pid))) rmSync(join(UNFINISHED, pid), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @param {PartName} name @returns {Part} */
const partOf = (name) => PARTS[name];

/** The file with the fingerprint of the sources of which a part was made. @param {PartName} name */
const stampOf = (name) => join(DIST, `${name}.sources`);
