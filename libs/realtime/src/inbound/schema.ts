import { applyDecorators } from '@nestjs/common';

/** What a field may be, in the words of JSON Schema. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly [keyword: string]: unknown;
}

const SCHEMA = Symbol('what a field may be, for readers');

/** Says of a field what its rules say, for whoever reads the contract. Every rule of `fields.ts` comes with one. */
export const described = (schema: FieldSchema, ...rules: PropertyDecorator[]): PropertyDecorator =>
  applyDecorators(...rules, (target: object, property: string | symbol) => {
    Reflect.defineMetadata(SCHEMA, { ...schemaOf(target, property), ...schema }, target, property);
  });

/** What was said of a field of a class, its parents included. */
export const schemaOf = (prototype: object, property: string | symbol): FieldSchema =>
  (Reflect.getMetadata(SCHEMA, prototype, property) as FieldSchema | undefined) ?? {};
