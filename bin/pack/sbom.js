/** Software bills of materials, in JSON of CycloneDX. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../build-parts.js';

/** @typedef {import('./manifests.js').Manifest} Manifest */
/** @typedef {{ name: string, version: string, license: string, isOptional?: boolean }} Part */
/**
 * @typedef {{ version: string, license?: string, optional?: boolean, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string> }} Locked
 */

export const SBOM = 'sbom.cdx.json';

/**
 * @param {Part & { description?: string }} product
 * @param {readonly Part[]} bundled packages inside of the archive
 * @param {readonly Part[]} installed packages that its installation adds
 * @param {'npm' | 'pypi'} registry in which the product has its name
 */
export function sbomOf(product, bundled, installed, registry = 'npm') {
  const components = [...bundled, ...installed].map(componentOf);
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: { ...componentOf(product), purl: refOf(product, registry) },
    },
    // A package can be both bundled and installed.
    components: [...new Map(components.map((each) => [each['bom-ref'], each])).values()],
    dependencies: [{ ref: refOf(product), dependsOn: [...new Set(components.map((each) => each['bom-ref']))] }],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** @param {Part} part */
function componentOf({ name, version, license, isOptional = false }) {
  const isOne = /^[\w.+-]+$/.test(license);
  return {
    'bom-ref': refOf({ name, version }),
    type: 'library',
    name,
    version,
    purl: refOf({ name, version }),
    scope: isOptional ? 'optional' : 'required',
    ...(license !== '' && { licenses: [isOne ? { license: { id: license } } : { expression: license }] }),
  };
}

/** @param {Pick<Part, 'name' | 'version'>} part a package URL */
const refOf = ({ name, version }, registry = 'npm') => `pkg:${registry}/${name.replace('@', '%40')}@${version}`;

/**
 * The packages that an installation adds for these dependencies, as the lock of this project has them: also those for
 * other platforms.
 * @param {readonly string[]} names
 * @returns {Part[]}
 */
export function installedWith(names) {
  const { packages } = /** @type {{ packages: Record<string, Locked> }} */ (
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  );
  /** @type {Map<string, Part>} */
  const found = new Map();
  /** @param {string} name @param {string} from the folder of the package that needs it */
  const add = (name, from) => {
    const folder = placeOf(name, from);
    if (folder === undefined || found.has(folder)) return;
    const { version, license = '', optional, dependencies, optionalDependencies } = packages[folder] ?? { version: '' };
    found.set(folder, { name, version, license, isOptional: optional === true });
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(each, folder);
  };
  /** The folder of a package that one of this folder imports. @param {string} name @param {string} from */
  const placeOf = (name, from) => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
      const place = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
      if (packages[place]) return place;
      if (folder === '') return undefined;
    }
  };
  for (const name of names) add(name, '');
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
