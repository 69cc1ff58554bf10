import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

import { CannotStart } from './config.js';
import { Settings } from './settings.js';
import { variablesOf } from './settings-part.js';
import type { SettingsPart } from './settings-part.js';
import { StoredValues } from './stored-values.js';
import { givenIn, valuesOf } from './variable-values.js';
import type { Environment } from './variable-values.js';

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
  const given = givenIn(environment);
  const { values, faults } = valuesOf(variablesOf(parts), given);
  const production = environment.NODE_ENV === 'production';
  const all = [...faults, ...parts.flatMap((part) => part.faults?.(values, production) ?? [])];
  if (all.length > 0) {
    throw new CannotStart(`The configuration has faults:\n${all.map((fault) => `  ${fault}`).join('\n')}`);
  }
  return new Settings(parts, new StoredValues(parts, values, new Set(Object.keys(given))), production);
}
