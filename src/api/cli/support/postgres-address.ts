import { invalid } from '@parley/protocol';

/**
 * Parses an option with the address of a PostgreSQL.
 * @param option its name, for the error
 * @throws Refusal 4003
 */
export function postgresAddressOf(option: string, address: string): string {
  if (/^postgres(ql)?:\/\//.test(address) && URL.canParse(address)) return address;
  throw invalid(`${option} must be a postgres:// address.`);
}
