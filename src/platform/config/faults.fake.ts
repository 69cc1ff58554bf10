import { CannotStart } from './config.js';
import { readConfig } from './read-config.js';
import type { SettingsPart } from './settings-part.js';

/** The sentence about the faults of an environment. */
export function faultsOf(parts: readonly SettingsPart[], environment: Record<string, string>): string {
  try {
    readConfig(parts, environment);
  } catch (error) {
    if (error instanceof CannotStart) return error.message;
    throw error;
  }
  throw new Error('The environment has no fault.');
}
