import { isShortNumber, isStorable, LONGEST_NUMBER, momentOf } from '@parley/protocol';
import { isOneLine, isVisible } from '@parley/protocol/text';
import {
  IsBoolean,
  IsIn,
  IsInt,
  isInt,
  IsOptional,
  IsUrl,
  IsUUID,
  isUUID,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';

import { describedField } from './json-schema.js';

/** Ids of users are 32-bit integers. */
const LARGEST_USER_ID = 2_147_483_647;
const LONGEST_URL = 2_048;

/** Whether a string has at least `min` and at most `max` code points. */
export function hasLength(text: string, min: number, max: number): boolean {
  if (text.length > 2 * max || text.length < min) return false;
  const count = Array.from(text).length;
  return count >= min && count <= max;
}

/**
 * A field that may be omitted.
 * @param nullable whether it may be null as well
 */
export const Optional = ({ nullable = true }: { nullable?: boolean } = {}): PropertyDecorator =>
  nullable
    ? describedField({ optional: true, nullable: true }, IsOptional())
    : describedField(
        { optional: true },
        ValidateIf((_, value: unknown) => value !== undefined),
      );

/** A field that is required unless another field is present. */
export const RequiredWithout = (other: string): PropertyDecorator =>
  describedField(
    { optional: true },
    ValidateIf((request: Readonly<Record<string, unknown>>) => request[other] === undefined),
  );

/**
 * A string of `min` to `max` characters, counted as code points. Without `max` the handler checks the length, which is
 * a setting.
 */
export const Text = ({ min = 0, max }: { min?: number; max?: number } = {}): PropertyDecorator =>
  max === undefined
    ? describedField(
        { type: 'string' },
        rule('text', (value) => typeof value === 'string', { otherwise: 'Must be a text.' }),
      )
    : describedField(
        { type: 'string', minLength: min, maxLength: max },
        rule('text', (value) => typeof value === 'string' && hasLength(value, min, max), {
          otherwise: `Must be a text of ${String(min)} to ${String(max)} characters.`,
        }),
      );

/**
 * A name: one line of 1 to `max` characters, of which a reader sees at least one.
 * @param min 0: it may be empty
 */
export const Name = ({ min = 1, max }: { min?: 0 | 1; max: number }): PropertyDecorator =>
  describedField(
    { type: 'string', minLength: min, maxLength: max },
    Text({ min, max }),
    rule('visible', (value) => typeof value !== 'string' || (min === 0 && value === '') || isVisible(value), {
      otherwise: 'Must not be blank.',
    }),
    rule('oneLine', (value) => typeof value !== 'string' || isOneLine(value), {
      otherwise: 'Must be one line of text.',
    }),
  );

/** A string that matches a pattern, which matches all of it. */
export const Matching = (pattern: RegExp): PropertyDecorator =>
  describedField(
    { type: 'string', pattern: pattern.source },
    rule('matching', (value) => typeof value === 'string' && pattern.test(value), {
      otherwise: `Must be a text of the form ${pattern.source}.`,
    }),
  );

/**
 * A moment as text, with its offset from UTC, as of {@link momentOf}.
 * @param isFilter whether it only limits what is found, so that it need not be storable
 */
export const Moment = ({ isFilter = false }: { isFilter?: boolean } = {}): PropertyDecorator =>
  describedField(
    { type: 'string', format: 'date-time' },
    rule('moment', (value) => isMoment(value, isFilter), {
      otherwise: 'Must be a time as of ISO 8601 that exists, with its offset.',
    }),
  );

function isMoment(value: unknown, isFilter: boolean): boolean {
  const moment = typeof value === 'string' ? momentOf(value) : undefined;
  return moment !== undefined && (isFilter || isStorable(moment));
}

export const Integer = ({ min, max }: { min: number; max: number }): PropertyDecorator =>
  describedField(
    { type: 'integer', minimum: min, maximum: max },
    IsInt({ message: 'Must be an integer.' }),
    Min(min, { message: `Must be at least ${String(min)}.` }),
    Max(max, { message: `Must be at most ${String(max)}.` }),
  );

export const Bool = (): PropertyDecorator =>
  describedField({ type: 'boolean' }, IsBoolean({ message: 'Must be true or false.' }));

export const Choice = (choices: readonly string[]): PropertyDecorator =>
  describedField(
    { type: 'string', enum: choices },
    IsIn(choices, { message: `Must be one of ${choices.join(', ')}.` }),
  );

/** A list of choices, each at most once. */
export const Choices = (choices: readonly string[]): PropertyDecorator =>
  describedField(
    { type: 'array', items: { type: 'string', enum: choices }, uniqueItems: true },
    rule(
      'choices',
      (value) =>
        Array.isArray(value) &&
        value.every((each) => choices.includes(each as string)) &&
        new Set(value).size === value.length,
      { otherwise: `Must be a list of ${choices.join(', ')}, each at most once.` },
    ),
  );

/** The id of a room, a message or a notification. */
export const Id = (): PropertyDecorator =>
  describedField({ type: 'string', format: 'uuid' }, IsUUID('all', { message: 'Must be a UUID.' }));

/** An id, or a list of at least one. The handler checks the longest length, which is a setting. */
export const IdOrIds = (): PropertyDecorator =>
  describedField(
    {
      oneOf: [
        { type: 'string', format: 'uuid' },
        { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1 },
      ],
    },
    rule('idOrIds', (value) => isUuid(value) || (isFilledList(value) && value.every(isUuid)), {
      otherwise: 'Must be a UUID or a list of UUIDs.',
    }),
  );

/** A list of `least` to `most` ids. */
export const Ids = ({ least, most }: { least: number; most: number }): PropertyDecorator =>
  describedField(
    { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: least, maxItems: most },
    rule(
      'ids',
      (value) => Array.isArray(value) && value.length >= least && value.length <= most && value.every(isUuid),
      { otherwise: `Must be a list of ${String(least)} to ${String(most)} UUIDs.` },
    ),
  );

/** The ids of a field of {@link IdOrIds} or {@link Ids}, in lower case and each once. */
export const idsOf = (given: string | readonly string[]): string[] => [
  ...new Set([given].flat().map((id) => id.toLowerCase())),
];

/** The id of a user as a JSON integer: `"2"` is invalid. */
export const UserId = (): PropertyDecorator =>
  describedField(
    { type: 'integer', minimum: 1, maximum: LARGEST_USER_ID },
    rule('userId', isUserId, { otherwise: 'Must be a user id, a positive integer.' }),
  );

/** A list of ids as of {@link UserId}. */
export const UserIds = ({ least = 0, most }: { least?: number; most: number }): PropertyDecorator =>
  describedField(
    {
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: LARGEST_USER_ID },
      minItems: least,
      maxItems: most,
    },
    rule('userIds', (value) => Array.isArray(value) && value.every(isUserId), {
      otherwise: 'Must be a list of user ids, each a positive integer.',
    }),
    rule('howMany', (value) => !Array.isArray(value) || (value.length >= least && value.length <= most), {
      otherwise: `Must be ${String(least)} to ${String(most)} user ids.`,
    }),
  );

/** A list of at most `most` integers, from 0 to `most` - 1. */
export const Positions = ({ most }: { most: number }): PropertyDecorator =>
  describedField(
    { type: 'array', items: { type: 'integer', minimum: 0, maximum: most - 1 }, maxItems: most },
    rule(
      'positions',
      (value) =>
        Array.isArray(value) &&
        value.length <= most &&
        value.every((at) => Number.isInteger(at) && at >= 0 && at < most),
      { otherwise: `Must be a list of at most ${String(most)} integers from 0 to ${String(most - 1)}.` },
    ),
  );

/** A list of `least` to `most` strings of 1 to `max` characters. */
export const Texts = ({ least, most, max }: { least: number; most: number; max: number }): PropertyDecorator =>
  describedField(
    { type: 'array', items: { type: 'string', minLength: 1, maxLength: max }, minItems: least, maxItems: most },
    rule(
      'texts',
      (value) =>
        Array.isArray(value) &&
        value.length >= least &&
        value.length <= most &&
        value.every((item) => typeof item === 'string' && hasLength(item, 1, max)),
      { otherwise: `Must be a list of ${String(least)} to ${String(most)} texts.` },
    ),
  );

/** A URL, http or https only, so that no client renders a `javascript:` link. */
export const WebUrl = ({ max = LONGEST_URL }: { max?: number } = {}): PropertyDecorator =>
  describedField(
    { format: 'uri', pattern: '^[hH][tT][tT][pP][sS]?://' },
    Text({ min: 1, max }),
    IsUrl(
      { protocols: ['http', 'https'], require_protocol: true, require_tld: false },
      { message: 'Must be an http or https URL.' },
    ),
    rule('printable', (value) => typeof value !== 'string' || !/\p{Cc}/u.test(value), {
      otherwise: 'Must be an http or https URL.',
    }),
  );

/** An object with at most `most` ids as keys and non-negative integers as values. */
export const NumbersById = ({ most }: { most: number }): PropertyDecorator =>
  describedField(
    {
      type: 'object',
      propertyNames: { format: 'uuid' },
      additionalProperties: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      maxProperties: most,
    },
    rule('numbersById', (value) => isObject(value) && Object.entries(value).every(isNumberById), {
      otherwise: 'Must be an object of UUIDs and integers, none of them negative.',
    }),
    rule('howMany', (value) => !isObject(value) || Object.keys(value).length <= most, {
      otherwise: `Must be at most ${String(most)} ids.`,
    }),
    rule('eachOnce', (value) => !isObject(value) || eachOnce(Object.keys(value)), {
      otherwise: 'Must name each id once.',
    }),
  );

/**
 * A JSON object with any keys. Its numbers are doubles: `parseExactly` makes Infinity of others. The database writes
 * numbers out in full, so a number that is long without an exponent, such as 1e308, is refused: it would take 309 bytes
 * for 5.
 */
export const JsonObject = (): PropertyDecorator =>
  describedField(
    { type: 'object' },
    rule('jsonObject', isObject, { otherwise: 'Must be an object.' }),
    rule('shortNumbers', (value) => !isObject(value) || everyNumber(value, isShortNumber), {
      otherwise: `Must have no number of more than ${String(LONGEST_NUMBER)} characters in full, or beyond a double: send it as text.`,
    }),
  );

function rule(
  name: string,
  isValid: (value: unknown) => boolean,
  { otherwise }: { otherwise: string },
): PropertyDecorator {
  return ValidateBy({ name, validator: { validate: isValid, defaultMessage: () => otherwise } });
}

const isUuid = (value: unknown): boolean => isUUID(value, 'all');
const isUserId = (value: unknown): boolean =>
  isInt(value) && (value as number) >= 1 && (value as number) <= LARGEST_USER_ID;
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumberById = ([id, number]: [string, unknown]): boolean =>
  isUuid(id) && Number.isSafeInteger(number) && (number as number) >= 0;
const eachOnce = (ids: readonly string[]): boolean => new Set(ids.map((id) => id.toLowerCase())).size === ids.length;
const isFilledList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0;

/** Checks every number in a JSON value, at any depth. */
function everyNumber(value: object, holds: (number: number) => boolean): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item === 'number' && !holds(item)) return false;
    if (typeof item === 'object' && item !== null) for (const inner of Object.values(item)) open.push(inner);
  }
  return true;
}
