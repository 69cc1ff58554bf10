/** The schemas of the server's frames, generated from the TypeScript types of the code. */
import { createGenerator } from 'ts-json-schema-generator';

/** @typedef {Record<string, unknown>} Schema */
/** @typedef {Readonly<Record<string, Schema>>} Schemas by the name of their type */

/** Formats by field name, which the TypeScript types do not contain: see objects.ts of the protocol. */
const FORMATS = new Map([
  // Chosen by the client, and by the product.
  [/^(request|external)_id$/, undefined],
  [/(^|_)ids?$/, 'uuid'],
  [/_at$/, 'date-time'],
]);

/** Every other number is an integer. */
const FRACTIONS = new Set(['retry_after']);

const REFERENCE = '#/components/schemas/';

/** @returns {Schemas} */
export function wireSchemas() {
  const generator = createGenerator({
    path: 'contract/wire.ts',
    tsconfig: 'contract/tsconfig.json',
    type: 'Wire',
    encodeRefs: false,
    // `npm run types` checks the types.
    skipTypeCheck: true,
  });
  const { definitions = {} } = generator.createSchema('Wire');
  return /** @type {Schemas} */ (documented(definitions, ''));
}

/**
 * The schemas to which a part of a document refers, directly or indirectly, sorted by name.
 * @param {Schemas} schemas @param {unknown} part
 */
export function referredTo(schemas, part) {
  const names = new Set(references(part));
  for (const name of names) for (const further of references(schemas[name])) names.add(further);
  return Object.fromEntries([...names].sort().map((name) => [name, schemas[name]]));
}

/** @param {Schemas} schemas @param {string} type */
export function reference(schemas, type) {
  if (!schemas[type]) throw new Error(`${type} is not a type of contract/wire.ts`);
  return { $ref: `${REFERENCE}${type}` };
}

/** @param {unknown} part @returns {string[]} */
function references(part) {
  return [...JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);
}

/**
 * Converts a generated schema. No object is closed: a later version may add keys, and clients ignore unknown keys.
 * @param {unknown} value @param {string} name the name of the property @returns {unknown}
 */
function documented(value, name) {
  if (Array.isArray(value)) return value.map((item) => documented(item, name));
  if (typeof value !== 'object' || value === null) return value;
  const schema = /** @type {Schema} */ (value);
  return Object.fromEntries([
    ...Object.entries(schema)
      .filter(([key, inner]) => key !== 'additionalProperties' || inner !== false)
      .map(([key, inner]) => [key, keyword(key, inner, name)]),
    ...formatOf(schema, name),
  ]);
}

/** @param {string} key @param {unknown} value @param {string} name */
function keyword(key, value, name) {
  if (key === '$ref') return String(value).replace('#/definitions/', REFERENCE);
  if (key === 'description') return plain(String(value));
  if (key === 'type') return value === 'number' && !FRACTIONS.has(name) ? 'integer' : value;
  if (key === 'enum' || key === 'const' || key === 'required') return value;
  if (key === 'properties') return ofEach(/** @type {Schema} */ (value));
  return documented(value, name);
}

/** @param {Schema} properties */
const ofEach = (properties) =>
  Object.fromEntries(Object.entries(properties).map(([property, schema]) => [property, documented(schema, property)]));

/** @param {Schema} schema @param {string} name @returns {[string, string][]} */
function formatOf({ type, enum: choices }, name) {
  if (choices || ![type].flat().includes('string')) return [];
  const [, format] = [...FORMATS].find(([pattern]) => pattern.test(name)) ?? [];
  return format ? [['format', format]] : [];
}

/** Removes the links of a docstring. @param {string} text */
const plain = (text) =>
  text
    .replace(/\s*\{@link\s+(\S+)\s*\}\s*/g, ' `$1` ')
    .replace(/ ([.,;:])/g, '$1')
    .trim();
