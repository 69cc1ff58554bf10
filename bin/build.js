/**
 * `node bin/build.js [PART...]`: builds the parts whose output is missing or made of other sources, by default all but
 * the documentation.
 */
import { build, stateOf } from './build-parts.js';
import { PARTS } from './parts.js';

/** @typedef {import('./build-parts.js').PartName} PartName */

const all = /** @type {PartName[]} */ (Object.keys(PARTS));
const words = process.argv.slice(2);
const unknown = words.find((word) => !all.some((name) => name === word));
if (unknown !== undefined) {
  process.stderr.write(`There is no part "${unknown}": name some of ${all.join(', ')}.\n`);
  process.exit(1);
}
const parts = all.filter((name) => (words.length === 0 ? name !== 'docs' : words.includes(name)));
const failed = await build(parts.filter((name) => stateOf(name) !== 'current'));
if (failed.length > 0) {
  process.stderr.write(`The build of ${failed.join(' and ')} failed.\n`);
  process.exit(1);
}
