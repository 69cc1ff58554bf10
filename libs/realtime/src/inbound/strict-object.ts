import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { registerDecorator, ValidateNested } from 'class-validator';
import type { ValidationArguments } from 'class-validator';

import type { RequestClass } from './client-event.js';
import { fieldsOf } from './validated.js';

/**
 * A nested object of the given class that may hold no key beyond the class's own: a client that names a
 * sender, a date or a flag here is told so instead of being half obeyed.
 */
export function StrictObject(shape: () => RequestClass): PropertyDecorator {
  return applyDecorators(
    Type(shape),
    ValidateNested({ message: '$property must be an object.' }),
    (target: object, propertyName: string | symbol) => {
      registerDecorator({
        name: 'strictObject',
        target: target.constructor,
        propertyName: propertyName as string,
        validator: {
          validate: (value: unknown) => unknownKeys(value, shape()).length === 0,
          defaultMessage: ({ value }: ValidationArguments) =>
            unknownKeys(value, shape())
              .map((key) => `${key} is not a known field.`)
              .join(' '),
        },
      });
    },
  );
}

function unknownKeys(value: unknown, shape: RequestClass): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const known = fieldsOf(shape);
  return Object.keys(value).filter((key) => !known.includes(key));
}
