/** The types of the package `@parley/server`, made from the document of the HTTP API. */
import openapiTS, { astToString } from 'openapi-typescript';

/** @typedef {import('./wire-schemas.js').Schemas} Schemas */
/** @typedef {Readonly<Record<string, { security?: readonly object[] }>>} Operations by method */
/**
 * The part of the document that is read here.
 * @typedef {{ openapi: string, info: { title: string, version: string }, paths: Readonly<Record<string, Operations>>,
 *   components: { schemas: Schemas } }} Described
 */

const HEAD = '// Generated from the contract by npm run contract.\n';
/** Types of what the document does not have. */
const EMPTY = /^export type (?:webhooks|\$defs) = Record<string, never>;\n/gm;
const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/**
 * A module with the types of all routes that take an API key, and of the objects that these name.
 * @param {object} document OpenAPI
 */
export async function serverTypes(document) {
  const { openapi, info, paths, components } = /** @type {Described} */ (document);
  const ofKeys = Object.fromEntries(
    Object.entries(paths)
      .map(([path, operations]) => /** @type {const} */ ([path, routesOfKeys(operations)]))
      .filter(([, operations]) => Object.keys(operations).length > 0),
  );
  const schemas = namedIn(ofKeys, components.schemas);
  const part = { openapi, info, paths: ofKeys, components: { schemas } };
  const nodes = await openapiTS(/** @type {import('openapi-typescript').OpenAPI3} */ (structuredClone(part)), {
    silent: true,
    // Data of the product may have any keys.
    emptyObjectsUnknown: true,
  });
  return HEAD + astToString(nodes).replaceAll(EMPTY, '');
}

/** @param {Operations} operations */
function routesOfKeys(operations) {
  return Object.fromEntries(
    Object.entries(operations).filter(([, { security = [] }]) => security.some((scheme) => 'apiKey' in scheme)),
  );
}

/** The schemas that an object refers to, also by way of others. @param {object} part @param {Schemas} schemas */
function namedIn(part, schemas) {
  /** @type {Map<string, object>} */
  const named = new Map();
  const pending = [part];
  for (let each = pending.pop(); each; each = pending.pop()) {
    for (const [, name = ''] of JSON.stringify(each).matchAll(REFERENCE)) {
      const schema = schemas[name];
      if (!schema || named.has(name)) continue;
      named.set(name, schema);
      pending.push(schema);
    }
  }
  return Object.fromEntries([...named].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
