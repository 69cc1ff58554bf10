import type { Schema } from './document.js';
import { html, prose, table } from './html.js';
import type { Html } from './html.js';

/** The limits that a schema may set, in words. */
const LIMITS = new Map([
  ['minLength', 'at least {} characters'],
  ['maxLength', 'at most {} characters'],
  ['minimum', 'at least {}'],
  ['maximum', 'at most {}'],
  ['minItems', 'at least {} entries'],
  ['maxItems', 'at most {} entries'],
  ['pattern', 'matches {}'],
]);

/** A schema: its type in a line, and a table of the fields of each nested object. */
export function schemaView(schema: Schema): Html {
  const variants = schema.oneOf ?? schema.anyOf ?? [];
  const spelledOut = variants.filter(({ properties }) => properties);
  if (spelledOut.length > 0) return html`${spelledOut.map(variantView)}`;
  if (schema.properties) return fieldsView(schema);
  if (schema.items?.properties)
    return html`<p>A list of:</p>
      ${fieldsView(schema.items)}`;
  return html`<p>${typeView(schema)}${limitsOf(schema)}</p>`;
}

const variantView = (schema: Schema): Html =>
  html`${schema.title === undefined ? undefined : html`<h4>${schema.title}</h4>`}${fieldsView(schema)}`;

function fieldsView({ properties = {}, required = [] }: Schema): Html {
  const fields = Object.entries(properties);
  if (fields.length === 0) return html`<p>No fields.</p>`;
  const rows = fields.map(([name, field]) => fieldView(name, field, required.includes(name)));
  return table(rows);
}

function fieldView(name: string, field: Schema, isRequired: boolean): Html {
  const inner = (field.properties ?? field.items?.properties) ? schemaView(field) : undefined;
  const description = field.description === undefined ? undefined : html`<p>${prose(field.description)}</p>`;
  return html`<tr>
    <th scope="row"><code>${name}</code>${isRequired ? undefined : html` <small>optional</small>`}</th>
    <td>${typeView(field)}${limitsOf(field)}${description}${inner}</td>
  </tr>`;
}

function typeView(schema: Schema): Html {
  const { $ref, items, additionalProperties, oneOf, anyOf } = schema;
  if ($ref !== undefined) return linkTo($ref);
  const variants = oneOf ?? anyOf;
  if (variants) return variants.map(typeView).reduce((all, each) => html`${all} or ${each}`);
  if (items) return html`list of ${typeView(items)}${orNull(schema)}`;
  if (typeof additionalProperties === 'object') return html`object, each value ${typeView(additionalProperties)}`;
  return html`${choicesOf(schema) ?? namesOf(schema)}`;
}

function linkTo(reference: string): Html {
  const name = reference.split('/').at(-1) ?? '';
  return html`<a href="#${name}">${name}</a>`;
}

function choicesOf({ const: only, enum: choices }: Schema): string | undefined {
  const values = only === undefined ? choices : [only];
  return values?.map((value) => JSON.stringify(value)).join(' or ');
}

function namesOf({ type = 'anything', format }: Schema): string {
  const names = [type].flat().join(' or ');
  return format === undefined ? names : `${names} (${format})`;
}

const orNull = ({ type }: Schema): string => ([type].flat().includes('null') ? ' or null' : '');

/** A minimum of 0 is omitted. */
const isInformative = (limit: unknown): limit is number | string =>
  (typeof limit === 'number' && limit !== 0) || typeof limit === 'string';

function limitsOf(schema: Schema): Html | undefined {
  const limits = [...LIMITS].flatMap(([keyword, words]) => {
    const limit = schema[keyword];
    return isInformative(limit) ? [words.replace('{}', () => String(limit))] : [];
  });
  return limits.length > 0 ? html`<small>, ${limits.join(', ')}</small>` : undefined;
}
