import { applyDecorators } from '@nestjs/common';

import type { RequestClass, Variants } from './client-event.js';
import { fieldsOf, shapeOf } from './validated.js';

export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly [keyword: string]: unknown;
}

/** The JSON Schema of an object. */
export interface ObjectSchema extends FieldSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

const SCHEMA = Symbol('the JSON Schema of a field');

/** Declares validation rules of a field together with the JSON Schema that describes them in the published contract. */
export const describedField = (schema: FieldSchema, ...rules: PropertyDecorator[]): PropertyDecorator =>
  applyDecorators(...rules, (target: object, property: string | symbol) => {
    Reflect.defineMetadata(SCHEMA, { ...schemaOf(target, property), ...schema }, target, property);
  });

/** The schema that the decorators of a field declared, in the class or its parents. */
const schemaOf = (prototype: object, property: string | symbol): FieldSchema =>
  (Reflect.getMetadata(SCHEMA, prototype, property) as FieldSchema | undefined) ?? {};

/**
 * The schema of a request class, made from the decorators that validate it: the published contract cannot differ from
 * the validation.
 *
 * The package class-validator-jsonschema does not replace this. Its version 5.2 describes 22 of the 81 fields of all
 * requests in the same way: it makes an integer a number, knows neither that a field may be null nor the length of a
 * text in code points, and refers to a nested class by its name, which two classes share. All other fields would need
 * their own schema beside their rules, as they have here.
 *
 * @throws Error if a field has a rule without a schema: see {@link describedField}
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

/** The schema of each variant, distinguished by the field that names it. */
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
  const declared = without(marked, 'optional', 'nullable');
  if (Object.keys(declared).length === 0)
    throw new Error(`${instance.constructor.name}.${name} has a rule without a schema`);
  const shape = shapeOf(instance, name);
  const schema = shape ? withShape(declared, { ...jsonSchemaOf(shape), additionalProperties: false }) : declared;
  return marked.nullable === true ? orNull(schema) : schema;
}

const withShape = (declared: FieldSchema, shape: ObjectSchema): FieldSchema =>
  declared.type === 'array' ? { ...declared, items: shape } : { ...declared, ...shape };

function orNull(schema: FieldSchema): FieldSchema {
  const { type, oneOf, enum: choices } = schema as FieldSchema & Readonly<Record<'oneOf' | 'enum', unknown>>;
  return {
    ...schema,
    ...(type === undefined ? {} : { type: [type, 'null'].flat() }),
    ...(Array.isArray(oneOf) ? { oneOf: [...(oneOf as unknown[]), { type: 'null' }] } : {}),
    ...(Array.isArray(choices) ? { enum: [...(choices as unknown[]), null] } : {}),
  };
}

/** A copy without these keys. */
const without = <Value>(object: Readonly<Record<string, Value>>, ...keys: string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
