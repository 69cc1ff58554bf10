import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

import { customCleanEnv } from 'envalid';
import type { CleanedEnv } from 'envalid';

import { CannotStart } from './config.js';
import { WrongValue } from './parsers.js';
import { Settings } from './settings.js';
import { variablesOf } from './settings-part.js';
import type { SettingsPart, VariableTable } from './settings-part.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process, which overrides the `.env` file of its folder. */
export function processEnvironment(): Environment {
  return { ...dotEnv(), ...process.env };
}

function dotEnv(): Environment {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CannotStart('The file .env exists but cannot be read.');
  }
}

/**
 * Reads and validates the variables of all parts, and creates no file. No other code reads the environment.
 * @throws CannotStart with the faults of all parts, without values
 */
export function readConfig(parts: readonly SettingsPart[], environment: Environment = processEnvironment()): Settings {
  const { values, faults } = read(variablesOf(parts), environment);
  const production = environment.NODE_ENV === 'production';
  const all = [...faults, ...parts.flatMap((part) => part.faults?.(values, production) ?? [])];
  if (all.length > 0) {
    throw new CannotStart(`The configuration has faults:\n${all.map((fault) => `  ${fault}`).join('\n')}`);
  }
  return new Settings(parts, values, production);
}

/** An empty variable counts as unset, except ALLOWED_HOSTS, for which it is an empty list. */
function read(variables: VariableTable, environment: Environment) {
  const faults: string[] = [];
  const given = Object.entries(environment).filter(([name, value]) => name === 'ALLOWED_HOSTS' || value?.trim() !== '');
  const values = customCleanEnv(
    { NODE_ENV: 'development', ...Object.fromEntries(given) },
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
