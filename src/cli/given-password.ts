import { createInterface } from 'node:readline';

import { invalid } from '@parley/protocol';

export interface PasswordOptions {
  readonly password?: string;
  readonly passwordStdin?: true;
}

/**
 * The password of a command: from its arguments, or the first line of standard input.
 * @throws Refusal 4003 if both are given, or standard input is empty
 */
export async function givenPassword({ password, passwordStdin }: PasswordOptions): Promise<string | undefined> {
  if (!passwordStdin) return password;
  if (password !== undefined) throw invalid('Give --password or --password-stdin, not both.');
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw invalid('Standard input contains no password.');
}
