import { readFileSync } from 'node:fs';

const { version, license } = /** @type {{ version: string, license: string }} */ (manifest());

/**
 * The part that both documents have in common.
 * @param {string} title @param {string} description
 */
export const about = (title, description) => ({ title, version, description, license: { name: license } });

/** @returns {unknown} */
function manifest() {
  return JSON.parse(readFileSync('package.json', 'utf8'));
}
