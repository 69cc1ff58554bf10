import { applyDecorators } from '@nestjs/common';

/** The JSON Schema of a field. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly [keyword: string]: unknown;
}

const SCHEMA = Symbol('the JSON Schema of a field');

/** Declares validation rules of a field together with the JSON Schema that describes them in the published contract. */
export const describedField = (schema: FieldSchema, ...rules: PropertyDecorator[]): PropertyDecorator =>
  applyDecorators(...rules, (target: object, property: string | symbol) => {
    Reflect.defineMetadata(SCHEMA, { ...schemaOf(target, property), ...schema }, target, property);
  });

/** The schema that the decorators of a field declared, in the class or its parents. */
export const schemaOf = (prototype: object, property: string | symbol): FieldSchema =>
  (Reflect.getMetadata(SCHEMA, prototype, property) as FieldSchema | undefined) ?? {};
