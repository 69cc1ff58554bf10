import { invalid } from '@parley/protocol';
import { ValidateBy, ValidateNested } from 'class-validator';

import type { RequestClass } from './client-event.js';
import { describedField } from './json-schema.js';
import { nested, unknownKeysOf, unknownPathsOf } from './validated.js';

const NOT_AN_OBJECT = 'Must be an object.';
const NOT_A_LIST = 'Must be a list of objects.';

/**
 * A nested object of the class without unknown keys: a client that adds a sender, a date or a flag gets an error
 * instead of partial effects.
 */
export const StrictObject = (shape: () => RequestClass): PropertyDecorator =>
  describedField(
    { type: 'object' },
    nested(shape),
    ValidateNested({ message: NOT_AN_OBJECT }),
    ruledBy(reasonAgainst, shape),
  );

/** A list of objects as of {@link StrictObject}. */
export const StrictObjects = (shape: () => RequestClass): PropertyDecorator =>
  describedField(
    { type: 'array' },
    nested(shape),
    ValidateNested({ message: NOT_A_LIST }),
    ruledBy((value, one) => {
      if (!Array.isArray(value)) return NOT_A_LIST;
      return value.map((item: unknown) => reasonAgainst(item, one)).find((reason) => reason !== undefined);
    }, shape),
  );

/**
 * The same for `data` itself, where other events ignore unknown keys.
 * @throws Refusal 4003 if it has keys that its class does not declare
 */
export function checkKnownKeys(request: object): void {
  requireKnown(unknownKeysOf(request));
}

/** As {@link checkKnownKeys}, also of the objects nested in it. */
export function checkKnownPaths(request: object): void {
  requireKnown(unknownPathsOf(request));
}

/** @throws Refusal 4003 if there are fields that nothing knows */
export function requireKnown(unknown: readonly string[]): void {
  if (unknown.length === 0) return;
  throw invalid(Object.fromEntries(unknown.map((key) => [key, ['Is not a known field.']])));
}

type Rule = (value: unknown, shape: RequestClass) => string | undefined;

const ruledBy = (reasonOf: Rule, shape: () => RequestClass): PropertyDecorator =>
  ValidateBy({
    name: 'strict',
    validator: {
      validate: (value: unknown) => reasonOf(value, shape()) === undefined,
      defaultMessage: (failed) => reasonOf(failed?.value, shape()) ?? '',
    },
  });

function reasonAgainst(value: unknown, shape: RequestClass): string | undefined {
  if (!(value instanceof shape)) return NOT_AN_OBJECT;
  const unknown = unknownKeysOf(value);
  return unknown.length > 0 ? unknown.map((key) => `${key} is not a known field.`).join(' ') : undefined;
}
