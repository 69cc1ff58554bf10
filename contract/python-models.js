/** The typed models of the Python package, made from the two documents of the contract. */

/** @typedef {import('./wire-schemas.js').Schema} Schema */
/** @typedef {import('./wire-schemas.js').Schemas} Schemas */
/**
 * The part of a document that is read here.
 * @typedef {{ components: { schemas: Schemas, messages?: Readonly<Record<string, unknown>> } }} Described
 */
/** @typedef {{ type: string, description: string, isRequired: boolean }} Field */

/** @type {Readonly<Record<string, string>>} */
const SIMPLE = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };

/** @type {ReadonlyMap<unknown, string>} */
const CONSTANTS = new Map([
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
]);

// A field of such a name cannot be written in a class.
const KEYWORDS = new Set(['from', 'in', 'is', 'not', 'class', 'global', 'import', 'pass', 'with', 'async', 'await']);

const HEAD = `"""The objects of the wire, as \`docs/protocol.md\` describes them.

Generated from the contract by \`npm run contract\`. A later version of the service may add keys to any of them.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict
`;

/**
 * The module \`parley.models\`: every schema of the documents, and the data of each request over the WebSocket.
 * @param {object} events AsyncAPI @param {object} routes OpenAPI
 */
export function pythonModels(events, routes) {
  const asyncApi = /** @type {Described} */ (events);
  const openApi = /** @type {Described} */ (routes);
  const schemas = { ...openApi.components.schemas, ...asyncApi.components.schemas };
  const models = new Models();
  for (const name of Object.keys(schemas).sort()) models.add(nameOf(name), schemas[name] ?? {});
  const requests = requestsOf(asyncApi);
  for (const [event, data] of requests) models.add(`${pascal(event)}Data`, data);
  models.add('ClientEventName', {
    enum: requests.map(([event]) => event),
    description: 'A request of docs/events.md.',
  });
  return `${HEAD}\n\n${models.text}\n`;
}

/** @param {Described} document @returns {[string, Schema][]} */
function requestsOf({ components: { messages = {} } }) {
  return Object.entries(messages).flatMap(([name, message]) => {
    const { payload } = /** @type {{ payload: { properties?: Record<string, Schema> } }} */ (message);
    const { event_type: event, data } = payload.properties ?? {};
    return event && data ? [/** @type {[string, Schema]} */ ([name, data])] : [];
  });
}

class Models {
  /** @type {string[]} */
  classes = [];
  /** @type {Map<string, { type: string, text: string }>} */
  aliases = new Map();

  /** @param {string} name @param {Schema} schema */
  add(name, schema) {
    if (isObject(schema)) this.addClass(name, schema);
    else this.aliases.set(name, { type: this.typeOf(name, schema, 1), text: docstring('', schema) });
  }

  /** All classes, then all other types, each after those that it names: they are evaluated when they are imported. */
  get text() {
    const parts = [...this.classes];
    const left = new Map(this.aliases);
    while (left.size > 0) {
      const next = [...left].filter(([, { type }]) => !(type.match(/\w+/g) ?? []).some((word) => left.has(word)));
      if (next.length === 0) throw new Error(`Types that contain each other: ${[...left.keys()].join(', ')}`);
      for (const [name, { type, text }] of next) {
        parts.push(`${name}: TypeAlias = ${type}${text}`);
        left.delete(name);
      }
    }
    return parts.join('\n\n\n');
  }

  /** @param {string} name @param {Schema} schema */
  addClass(name, schema) {
    const required = /** @type {readonly string[]} */ (schema.required ?? []);
    const properties = /** @type {Record<string, Schema>} */ (schema.properties);
    /** @type {[string, Field][]} */
    const fields = Object.entries(properties).map(([key, value]) => [
      key,
      {
        type: this.typeOf(name + pascal(key), value),
        description: described(value),
        isRequired: required.includes(key),
      },
    ]);
    const isPlain = fields.every(([key]) => /^[A-Za-z_]\w*$/.test(key) && !KEYWORDS.has(key));
    this.classes.push(isPlain ? classOf(name, schema, fields) : callOf(name, fields));
  }

  /**
   * @param {string} name of an object that has none of its own @param {Schema} schema
   * @param {number} first the number of the first of several such objects that has one in its name
   * @returns {string}
   */
  typeOf(name, schema, first = 2) {
    const { $ref, enum: choices, const: value, anyOf = schema.oneOf } = schema;
    if (typeof $ref === 'string') return nameOf($ref.slice($ref.lastIndexOf('/') + 1));
    if (Array.isArray(choices)) return `Literal[${choices.map(literal).join(', ')}]`;
    if (value !== undefined) return `Literal[${literal(value)}]`;
    if (Array.isArray(anyOf)) {
      const members = /** @type {readonly Schema[]} */ (anyOf);
      return union(members.map((each, at) => this.typeOf(at + 1 < first ? name : `${name}${String(at + 1)}`, each)));
    }
    const types = [/** @type {string | readonly string[]} */ (schema.type ?? [])].flat();
    return union(types.map((type) => this.ofType(name, schema, type)));
  }

  /** @param {string} name @param {Schema} schema @param {string} type @returns {string} */
  ofType(name, schema, type) {
    if (type === 'array') return `list[${this.typeOf(name, /** @type {Schema} */ (schema.items ?? {}))}]`;
    if (type !== 'object') return SIMPLE[type] ?? 'Any';
    if (isObject({ ...schema, type })) {
      this.addClass(name, schema);
      return name;
    }
    const { additionalProperties: values } = schema;
    return `dict[str, ${typeof values === 'object' && values ? this.typeOf(name, /** @type {Schema} */ (values)) : 'Any'}]`;
  }
}

/** @param {Schema} schema */
const isObject = ({ type, properties }) => type === 'object' && Object.keys(properties ?? {}).length > 0;

/** @param {string} name @param {Schema} schema @param {[string, Field][]} fields */
function classOf(name, schema, fields) {
  const lines = fields.flatMap(([key, { type, description, isRequired }]) => [
    ...wrapped(description, '    #: '),
    `    ${key}: ${isRequired ? type : `NotRequired[${type}]`}`,
  ]);
  return [`class ${name}(TypedDict):${docstring('    ', schema)}`, ...lines].join('\n');
}

/** @param {string} name @param {[string, Field][]} fields */
function callOf(name, fields) {
  const lines = fields.map(([key, { type, isRequired }]) => {
    return `        ${quoted(key)}: ${quoted(isRequired ? type : `NotRequired[${type}]`)},`;
  });
  return [`${name} = TypedDict(`, `    ${quoted(name)},`, '    {', ...lines, '    },', ')'].join('\n');
}

/** @param {Schema} schema */
const described = ({ description }) => (typeof description === 'string' ? description.replace(/\s+/g, ' ') : '');

/** @param {string} indent @param {Schema} schema */
function docstring(indent, schema) {
  const text = described(schema).replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  if (text === '') return '';
  const [first = '', ...others] = wrapped(text, indent);
  const closing = others.length === 0 ? '"""' : `\n${indent}"""`;
  return `\n${indent}"""${first.slice(indent.length)}${others.map((line) => `\n${line}`).join('')}${closing}${indent && '\n'}`;
}

/** @param {string} text @param {string} indent @returns {string[]} lines of at most 116 characters */
function wrapped(text, indent) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 116) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(indent + word);
  }
  return lines;
}

/** @param {readonly string[]} types */
const union = (types) => (types.length === 0 ? 'Any' : [...new Set(types)].join(' | '));

/** @param {unknown} value */
const literal = (value) => (typeof value === 'string' ? quoted(value) : (CONSTANTS.get(value) ?? String(value)));

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Of a schema, which may have the name of an event. @param {string} schema */
const nameOf = (schema) => (/^\w+$/.test(schema) ? schema : pascal(schema));

/** @param {string} name */
const pascal = (name) =>
  name
    .split(/\W|_/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
