import { ValidateBy } from 'class-validator';

import { Choice, Id, IdOrIds, Integer, Optional, Text } from './fields.js';
import { jsonSchemaOf, jsonSchemasOf } from './json-schema.js';
import { StrictObject, StrictObjects } from './strict-object.js';

class Inner {
  @Integer({ min: 1, max: 9 })
  size!: number;
}

class Base {
  @Text({ min: 1, max: 20 })
  type!: string;
}

class Letter extends Base {
  @Optional()
  @Id()
  to?: string | null;

  @Optional()
  @IdOrIds()
  copies?: string | null;

  @Optional()
  @Choice(['red', 'blue'])
  colour?: string | null;

  @Optional({ nullable: false })
  @StrictObject(() => Inner)
  paper?: Inner;

  @StrictObjects(() => Inner)
  stamps!: Inner[];
}

class Nothing {}

describe('jsonSchemaOf', () => {
  const inner = {
    type: 'object',
    properties: { size: { type: 'integer', minimum: 1, maximum: 9 } },
    required: ['size'],
    additionalProperties: false,
  };
  const uuid = { type: 'string', format: 'uuid' };

  it('describes all fields, with those of a parent class, of nested objects and of lists of objects', () => {
    expect(jsonSchemaOf(Letter)).toEqual({
      type: 'object',
      properties: {
        to: { type: ['string', 'null'], format: 'uuid' },
        copies: { oneOf: [uuid, { type: 'array', items: uuid, minItems: 1 }, { type: 'null' }] },
        colour: { type: ['string', 'null'], enum: ['red', 'blue', null] },
        paper: inner,
        stamps: { type: 'array', items: inner },
        type: { type: 'string', minLength: 1, maxLength: 20 },
      },
      required: ['stamps', 'type'],
    });
  });

  it('has no required fields for a class without fields', () => {
    expect(jsonSchemaOf(Nothing)).toEqual({ type: 'object', properties: {} });
  });

  it('distinguishes variants by the field that names them', () => {
    const [nothing, base] = jsonSchemasOf({ by: 'type', classes: () => ({ nothing: Nothing, base: Base }) });
    expect(nothing).toEqual({
      type: 'object',
      title: 'nothing',
      properties: { type: { type: 'string', const: 'nothing' } },
      required: ['type'],
    });
    expect(base).toEqual({ ...nothing, title: 'base', properties: { type: { type: 'string', const: 'base' } } });
  });

  it('throws for a field with a rule that has no schema', () => {
    class Silent {
      @ValidateBy({ name: 'any', validator: { validate: () => true } })
      field!: string;
    }
    expect(() => jsonSchemaOf(Silent)).toThrow('Silent.field has a rule without a schema');
  });
});
