import type { RequestClass, Variants } from './client-event.js';
import { fieldsOf, shapeOf } from './request-instance.js';
import { schemaOf } from './schema.js';
import type { FieldSchema } from './schema.js';

/** What an object may be, in the words of JSON Schema. */
export interface ObjectSchema extends FieldSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

/**
 * What a class takes, as its fields say it by the rules that check it: the contract that is published is the one
 * that is kept.
 * @throws Error if a field has a rule and no word about it: see {@link described}
 */
export function jsonSchemaOf(request: RequestClass): ObjectSchema {
  const instance = new request();
  const names = [...fieldsOf(request)];
  const required = names.filter((name) => schemaOf(instance, name).optional !== true);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, fieldSchema(instance, name)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** The same of each variant, told apart by the field that names it. */
export function jsonSchemasOf({ by, classes }: Variants): ObjectSchema[] {
  return Object.entries(classes()).map(([variant, request]) => {
    const { properties, required = [] } = jsonSchemaOf(request);
    const others = required.filter((name) => name !== by);
    return {
      type: 'object',
      title: variant,
      properties: { [by]: { type: 'string', const: variant }, ...without(properties, by) },
      required: [by, ...others],
    };
  });
}

function fieldSchema(instance: object, name: string): FieldSchema {
  const marked = schemaOf(instance, name);
  const said = without(marked, 'optional', 'nullable');
  if (Object.keys(said).length === 0)
    throw new Error(`${instance.constructor.name}.${name} does not say what it may be`);
  const shape = shapeOf(instance, name);
  const schema = shape ? holding(said, { ...jsonSchemaOf(shape), additionalProperties: false }) : said;
  return marked.nullable === true ? orNull(schema) : schema;
}

const holding = (said: FieldSchema, shape: ObjectSchema): FieldSchema =>
  said.type === 'array' ? { ...said, items: shape } : { ...said, ...shape };

function orNull(schema: FieldSchema): FieldSchema {
  const { type, oneOf, enum: choices } = schema as FieldSchema & Readonly<Record<'oneOf' | 'enum', unknown>>;
  return {
    ...schema,
    ...(type === undefined ? {} : { type: [type, 'null'].flat() }),
    ...(Array.isArray(oneOf) ? { oneOf: [...(oneOf as unknown[]), { type: 'null' }] } : {}),
    ...(Array.isArray(choices) ? { enum: [...(choices as unknown[]), null] } : {}),
  };
}

/** @returns the same but for these keys */
const without = <Value>(object: Readonly<Record<string, Value>>, ...keys: string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
