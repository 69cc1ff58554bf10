/**
 * Runs the program from the folder `code` beside this file. V8 compiles a start's worth of its functions in about a
 * third of a second, which the code that it compiled for an earlier process spares: the build keeps that code in files
 * beside those of the program, and a V8 of another version ignores it. The names of the files contain hashes of their
 * contents, so that no file finds the code of another one.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import v8 from 'node:v8';
import { Script } from 'node:vm';

const CODE = join(import.meta.dirname, 'code');
/** A CommonJS module is the body of this function. */
const BEFORE = '(function (exports, require, module, __filename, __dirname) {';
const AFTER = '\n})';
/**
 * @typedef {(exports: unknown, require: NodeJS.Require, module: { exports: unknown }, file: string, folder: string) =>
 *   void} Body
 */

/** The loaded modules, by path. @type {Map<string, { module: { exports: unknown }, script: Script }>} */
const loaded = new Map();
let keeps = false;

/** @param {string} name of a file of `code` */
export function load(name) {
  const path = join(CODE, name);
  if (keeps || existsSync(keptCodeOf(path))) loadWithKeptCode(path);
  else createRequire(import.meta.url)(path);
}

/** Writes the compiled code of this process for later ones when it exits without an error. */
export function keepCode() {
  keeps = true;
  // V8 ignores code that was compiled with other flags than those of a process that has just started.
  v8.setFlagsFromString = () => undefined;
  process.on('exit', (status) => {
    if (status !== 0) return;
    for (const [path, { script }] of loaded) writeFileSync(keptCodeOf(path), script.createCachedData());
  });
}

/** @param {string} path @returns {unknown} what the module exports */
function loadWithKeptCode(path) {
  const known = loaded.get(path);
  if (known) return known.module.exports;
  const script = new Script(`${BEFORE}${readFileSync(path, 'utf8')}${AFTER}`, {
    filename: path,
    columnOffset: -BEFORE.length,
    ...(existsSync(keptCodeOf(path)) && { cachedData: readFileSync(keptCodeOf(path)) }),
  });
  const module = { exports: {} };
  // Before it runs, because modules may load each other.
  loaded.set(path, { module, script });
  const fromPackages = createRequire(path);
  const require = Object.assign(
    /** @param {string} id @returns {unknown} */
    (id) => (id.startsWith('.') ? loadWithKeptCode(resolve(dirname(path), id)) : fromPackages(id)),
    fromPackages,
  );
  /** @type {Body} */ (script.runInThisContext())(module.exports, require, module, path, dirname(path));
  return module.exports;
}

/** @param {string} path */
function keptCodeOf(path) {
  return `${path}.v8`;
}
