import { ValidateBy, ValidateNested } from 'class-validator';

import type { RequestClass } from './client-event.js';
import { nested, straysOf } from './request-instance.js';
import { described } from './schema.js';

const NOT_AN_OBJECT = 'Must be an object.';
const NOT_A_LIST = 'Must be a list of objects.';

/**
 * A nested object of the given class that may hold no key beyond the class's own: a client that names a
 * sender, a date or a flag here is told so instead of being half obeyed.
 */
export const StrictObject = (shape: () => RequestClass): PropertyDecorator =>
  described({ type: 'object' }, nested(shape), ValidateNested({ message: NOT_AN_OBJECT }), ruledBy(faultOf, shape));

/** A list of such objects. */
export const StrictObjects = (shape: () => RequestClass): PropertyDecorator =>
  described(
    { type: 'array' },
    nested(shape),
    ValidateNested({ message: NOT_A_LIST }),
    ruledBy((value, one) => {
      if (!Array.isArray(value)) return NOT_A_LIST;
      return value.map((item: unknown) => faultOf(item, one)).find((fault) => fault !== undefined);
    }, shape),
  );

type Fault = (value: unknown, shape: RequestClass) => string | undefined;

const ruledBy = (fault: Fault, shape: () => RequestClass): PropertyDecorator =>
  ValidateBy({
    name: 'strict',
    validator: {
      validate: (value: unknown) => fault(value, shape()) === undefined,
      defaultMessage: (failed) => fault(failed?.value, shape()) ?? '',
    },
  });

function faultOf(value: unknown, shape: RequestClass): string | undefined {
  if (!(value instanceof shape)) return NOT_AN_OBJECT;
  const strays = straysOf(value);
  return strays.length > 0 ? strays.map((key) => `${key} is not a known field.`).join(' ') : undefined;
}
