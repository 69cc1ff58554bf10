import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsInt, IsUrl, IsUUID, Max, Min, ValidateBy } from 'class-validator';

/** Ids of users are 32-bit integers. */
const LARGEST_USER_ID = 2_147_483_647;
const LONGEST_URL = 2_048;

/** Whether a text has at least `min` and at most `max` code points. */
export function hasLength(text: string, min: number, max: number): boolean {
  if (text.length > 2 * max || text.length < min) return false;
  const count = Array.from(text).length;
  return count >= min && count <= max;
}

/** A text of `min` to `max` characters, counted as code points. */
export const Text = ({ min = 0, max }: { min?: number; max: number }): PropertyDecorator =>
  applyDecorators(
    ValidateBy({
      name: 'text',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && hasLength(value, min, max),
        defaultMessage: () => `Must be a text of ${String(min)} to ${String(max)} characters.`,
      },
    }),
  );

/** The id of a room or message. */
export const Id = (): PropertyDecorator => IsUUID('all', { message: 'Must be a UUID.' });

/** Ids of users as JSON integers; `"2"` is none. */
export const UserIds = ({ most }: { most: number }): PropertyDecorator =>
  applyDecorators(
    IsArray({ message: 'Must be a list of user ids.' }),
    ArrayMaxSize(most, { message: `Must be at most ${String(most)} user ids.` }),
    IsInt({ each: true, message: 'Each user id must be an integer.' }),
    Min(1, { each: true, message: 'Each user id must be positive.' }),
    Max(LARGEST_USER_ID, { each: true, message: 'Each user id must be one that a user can have.' }),
  );

/** An address on the web, http or https only, so that no client ever renders a script. */
export const WebUrl = (): PropertyDecorator =>
  applyDecorators(
    Text({ min: 1, max: LONGEST_URL }),
    IsUrl(
      { protocols: ['http', 'https'], require_protocol: true, require_tld: false },
      { message: 'Must be an http or https URL.' },
    ),
  );

/** A JSON object whose keys are the client's own business. */
export const JsonObject = (): PropertyDecorator =>
  ValidateBy({
    name: 'jsonObject',
    validator: {
      validate: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
      defaultMessage: () => 'Must be an object.',
    },
  });
