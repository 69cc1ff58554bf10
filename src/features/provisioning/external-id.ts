import { invalid } from '@parley/protocol';
import { describedField } from '@parley/realtime/requests';
import { ValidateBy } from 'class-validator';

import { externalIdFault, MAX_EXTERNAL_ID_LENGTH } from '../users/product/external-id.js';

/** The id in a path. @throws Refusal 4003 */
export function externalIdOf(given: string): string {
  const fault = externalIdFault(given);
  if (fault !== undefined) throw invalid({ external_id: [fault] });
  return given;
}

const SCHEMA = { type: 'string', minLength: 1, maxLength: MAX_EXTERNAL_ID_LENGTH } as const;

/** A field with an id of the product: one line of 1 to 200 characters. */
export const ExternalId = (): PropertyDecorator =>
  describedField(
    SCHEMA,
    ValidateBy({
      name: 'externalId',
      validator: {
        validate: (value) => externalIdFault(value) === undefined,
        defaultMessage: (failed) => externalIdFault(failed?.value) ?? '',
      },
    }),
  );

/** A list of at most `most` ids as of {@link ExternalId}. */
export const ExternalIds = ({ most }: { readonly most: number }): PropertyDecorator =>
  describedField(
    { type: 'array', items: SCHEMA, maxItems: most },
    ValidateBy({
      name: 'externalIds',
      validator: {
        validate: (value) =>
          Array.isArray(value) && value.length <= most && value.every((id) => externalIdFault(id) === undefined),
        defaultMessage: () => `Must be a list of at most ${String(most)} external ids.`,
      },
    }),
  );

/** An object with at most `most` ids as of {@link ExternalId} as keys, each with one of the choices. */
export const ChoicesByExternalId = (
  choices: readonly string[],
  { most }: { readonly most: number },
): PropertyDecorator =>
  describedField(
    {
      type: 'object',
      propertyNames: SCHEMA,
      additionalProperties: { type: 'string', enum: choices },
      maxProperties: most,
    },
    ValidateBy({
      name: 'choicesByExternalId',
      validator: {
        validate: (value: unknown) => {
          if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
          const entries = Object.entries(value as Readonly<Record<string, unknown>>);
          const isValid = ([id, choice]: [string, unknown]): boolean =>
            externalIdFault(id) === undefined && choices.includes(choice as string);
          return entries.length <= most && entries.every(isValid);
        },
        defaultMessage: () =>
          `Must be an object of at most ${String(most)} external ids, each with one of ${choices.join(', ')}.`,
      },
    }),
  );
