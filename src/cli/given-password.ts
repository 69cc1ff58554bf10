import { createInterface } from 'node:readline';

import { invalid } from '@parley/protocol';

export interface PasswordOptions {
  readonly password?: string;
  readonly passwordStdin?: true;
}

/**
 * The password that a command was given: in its arguments, or as the first line of standard input.
 * @throws Refusal 4003 if it was given in both ways, or standard input is empty
 */
export async function givenPassword({ password, passwordStdin }: PasswordOptions): Promise<string | undefined> {
  if (!passwordStdin) return password;
  if (password !== undefined) throw invalid('Give --password or --password-stdin, not both.');
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw invalid('There is no password on standard input.');
}
