import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file, or one for each condition. @typedef {string | Readonly<Record<string, string>>} Entry */
/**
 * The part of a `package.json` that is read here.
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string} license
 * @property {string} [description]
 * @property {{ node: string }} [engines]
 * @property {Readonly<Record<string, string>>} [bin]
 * @property {Readonly<Record<string, Entry>>} [exports]
 * @property {readonly string[]} [files]
 * @property {Readonly<Record<string, string>>} [dependencies]
 */

/** @param {string} folder @returns {Manifest} */
export const manifestIn = (folder) =>
  /** @type {Manifest} */ (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
