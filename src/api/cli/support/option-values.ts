import { invalid } from '@parley/protocol';

import { secondsOf } from '../../../platform/config/parsers.js';

/**
 * Parses the age that an option takes. It must have a unit: `3` would be seconds, but operators mean days or hours.
 * @param option its name, for the error
 * @returns seconds
 * @throws Refusal 4003
 */
export function ageOf(option: string, age: string): number {
  try {
    if (/[smhd]$/.test(age)) return secondsOf(age);
  } catch {
    // Explained below.
  }
  throw invalid(`${option} must be an age with a unit, such as 3d, 12h, 15m or 90s.`);
}

/**
 * Parses an option with the address of a PostgreSQL.
 * @param option its name, for the error
 * @throws Refusal 4003
 */
export function postgresAddressOf(option: string, address: string): string {
  if (/^postgres(ql)?:\/\//.test(address) && URL.canParse(address)) return address;
  throw invalid(`${option} must be a postgres:// address.`);
}
