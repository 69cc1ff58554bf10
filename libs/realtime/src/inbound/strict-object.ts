import { applyDecorators } from '@nestjs/common';
import { ValidateBy, ValidateNested } from 'class-validator';

import type { RequestClass } from './client-event.js';
import { nested, straysOf } from './request-instance.js';

const NOT_AN_OBJECT = 'Must be an object.';

/**
 * A nested object of the given class that may hold no key beyond the class's own: a client that names a
 * sender, a date or a flag here is told so instead of being half obeyed.
 */
export const StrictObject = (shape: () => RequestClass): PropertyDecorator =>
  applyDecorators(
    nested(shape),
    ValidateNested({ message: NOT_AN_OBJECT }),
    ValidateBy({
      name: 'strictObject',
      validator: {
        validate: (value: unknown) => faultOf(value, shape()) === undefined,
        defaultMessage: (fault) => faultOf(fault?.value, shape()) ?? '',
      },
    }),
  );

function faultOf(value: unknown, shape: RequestClass): string | undefined {
  if (!(value instanceof shape)) return NOT_AN_OBJECT;
  const strays = straysOf(value);
  return strays.length > 0 ? strays.map((key) => `${key} is not a known field.`).join(' ') : undefined;
}
