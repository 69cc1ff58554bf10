import { describedField } from '@parley/realtime/requests';
import { ValidateBy } from 'class-validator';

/** A required field with a non-empty text. */
export const TextField = ({ maxLength }: { maxLength: number }): PropertyDecorator =>
  describedField(
    { type: 'string', minLength: 1, maxLength },
    ValidateBy({
      name: 'textField',
      validator: {
        validate: (value) => faultOf(value, maxLength) === undefined,
        defaultMessage: (fault) => faultOf(fault?.value, maxLength) ?? '',
      },
    }),
  );

function faultOf(value: unknown, maxLength: number): string | undefined {
  if (value === undefined) return 'This field is required.';
  if (value === null) return 'This field may not be null.';
  if (typeof value !== 'string') return 'Not a valid string.';
  if (value === '') return 'This field may not be blank.';
  if (value.length > maxLength) return `Ensure this field has no more than ${String(maxLength)} characters.`;
  return undefined;
}
