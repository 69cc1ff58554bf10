/** A plugin of the bundlers: which packages a bundle contains, with their licences. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file that the plugin writes beside the bundle. Its name begins with a dot, so that the service does not serve it. */
export const BUNDLED = '.bundled.json';

/**
 * @typedef {object} BundledPackage
 * @property {string} name
 * @property {string} version
 * @property {string} license of SPDX; empty if the package names none
 * @property {string} text of the licence; empty if the package has none
 */

/**
 * What the plugin uses of a bundler: rolldown, and rollup for the documentation.
 * @typedef {{ emitFile: (file: { type: 'asset', fileName: string, source: string }) => string }} Bundler
 * @typedef {Readonly<Record<string, { readonly type: string, readonly moduleIds?: readonly string[] }>>} Bundle
 */

const PACKAGE = /^[^?]*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
const LICENCE = /^(licen[cs]e|copying|notice)/i;

export const bundledPackages = () => ({
  name: 'bundled-packages',
  /** @this {Bundler} @param {unknown} _options @param {Bundle} bundle */
  generateBundle(_options, bundle) {
    const ids = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
    const folders = new Set(ids.flatMap((id) => PACKAGE.exec(id.replace(/^\0/, ''))?.[0] ?? []));
    const packages = [...folders].map(packageIn).toSorted((one, other) => (one.name < other.name ? -1 : 1));
    this.emitFile({ type: 'asset', fileName: BUNDLED, source: JSON.stringify(packages) });
  },
});

/**
 * What a `package.json` says, also an old one.
 * @typedef {{ type: string }} Licence
 * @typedef {{ name: string, version: string, license?: string | Licence, licenses?: readonly Licence[] }} Named
 */

/** @param {string} folder @returns {BundledPackage} */
function packageIn(folder) {
  const manifest = /** @type {Named} */ (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const { name, version, licenses } = manifest;
  const license = manifest.license ?? licenses?.[0]?.type ?? '';
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE.test(entry.name))
    .map(({ name: file }) => readFileSync(join(folder, file), 'utf8').trim());
  return { name, version, license: typeof license === 'string' ? license : license.type, text: texts.join('\n\n') };
}
