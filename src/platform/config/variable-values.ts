import { customCleanEnv } from 'envalid';
import type { CleanedEnv } from 'envalid';

import { WrongValue } from './parsers.js';
import type { VariableTable } from './settings-part.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The values of variables, and a sentence for each that is invalid. Sentences begin with a name and have no value. */
interface VariableValues {
  readonly values: CleanedEnv<VariableTable>;
  readonly faults: readonly string[];
}

/** The variables that are set. An empty one counts as unset, except ALLOWED_HOSTS, for which it is an empty list. */
export const givenIn = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => value !== undefined && (name === 'ALLOWED_HOSTS' || value.trim() !== ''),
    ),
  );

/** @param given the texts of variables that are set; the others have their defaults */
export function valuesOf(variables: VariableTable, given: Environment): VariableValues {
  const faults: string[] = [];
  const values = customCleanEnv(
    { NODE_ENV: 'development', ...given },
    variables,
    (cleaned): CleanedEnv<VariableTable> => cleaned,
    {
      reporter: ({ errors }) => {
        for (const [name, error] of Object.entries(errors)) faults.push(`${name}: ${explain(variables[name], error)}`);
      },
    },
  );
  return { values, faults };
}

/** Uses only the messages of our own validators, which contain no value. */
function explain(variable: VariableTable[string] | undefined, error: unknown): string {
  if (error instanceof WrongValue) return error.message;
  return `must be one of: ${(variable?.choices ?? []).join(', ')}`;
}
