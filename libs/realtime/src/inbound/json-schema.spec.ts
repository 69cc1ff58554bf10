import { ValidateBy } from 'class-validator';

import { Choice, Id, IdOrIds, Omissible, Optional, Text, Whole } from './fields.js';
import { jsonSchemaOf, jsonSchemasOf } from './json-schema.js';
import { StrictObject, StrictObjects } from './strict-object.js';

class Inner {
  @Whole({ min: 1, max: 9 })
  size!: number;
}

class Asked {
  @Text({ min: 1, max: 20 })
  type!: string;
}

class Letter extends Asked {
  @Optional()
  @Id()
  to?: string | null;

  @Optional()
  @IdOrIds()
  copies?: string | null;

  @Optional()
  @Choice(['red', 'blue'])
  colour?: string | null;

  @Omissible()
  @StrictObject(() => Inner)
  paper?: Inner;

  @StrictObjects(() => Inner)
  stamps!: Inner[];
}

class Nothing {}

describe('the schema of a request', () => {
  const inner = {
    type: 'object',
    properties: { size: { type: 'integer', minimum: 1, maximum: 9 } },
    required: ['size'],
    additionalProperties: false,
  };
  const uuid = { type: 'string', format: 'uuid' };

  it('says what each field may be, those of a parent, of nested objects and of lists of them included', () => {
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

  it('requires nothing of a request without fields', () => {
    expect(jsonSchemaOf(Nothing)).toEqual({ type: 'object', properties: {} });
  });

  it('tells variants apart by the field that names them', () => {
    const [nothing, asked] = jsonSchemasOf({ by: 'type', classes: () => ({ nothing: Nothing, asked: Asked }) });
    expect(nothing).toEqual({
      type: 'object',
      title: 'nothing',
      properties: { type: { type: 'string', const: 'nothing' } },
      required: ['type'],
    });
    expect(asked).toEqual({ ...nothing, title: 'asked', properties: { type: { type: 'string', const: 'asked' } } });
  });

  it('is not made of a field that has a rule and says nothing', () => {
    class Silent {
      @ValidateBy({ name: 'any', validator: { validate: () => true } })
      field!: string;
    }
    expect(() => jsonSchemaOf(Silent)).toThrow('Silent.field does not say what it may be');
  });
});
