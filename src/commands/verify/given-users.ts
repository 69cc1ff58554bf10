import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

import { invalid } from '@parley/protocol';
import { parse } from 'csv-parse/sync';

import { givenToken, loggedIn } from '../../operations/verify/crowd/credentials.js';
import type { Credentials } from '../../operations/verify/crowd/credentials.js';
import { fileErrorText } from '../support/file-error.js';

/**
 * Users who log in with their passwords.
 * @param path the path of a CSV file with the columns `username` and `password`; `-` is standard input
 * @param origin the HTTP origin for log-ins
 * @throws Refusal 4003 if the file cannot be read or parsed
 */
export async function fromAccounts(path: string, origin: string): Promise<Credentials[]> {
  const accounts = recordsOf(await textOf(path), path);
  return accounts.map(({ username, password }) => {
    if (!username || !password) throw invalid(`A line of ${path} has no username or no password.`);
    return loggedIn(origin, username, password);
  });
}

/**
 * Users with given access tokens.
 * @param path the path of a file with one token in each line; `-` is standard input
 * @throws Refusal 4003 if the file cannot be read
 */
export async function fromTokens(path: string): Promise<Credentials[]> {
  const lines = (await textOf(path)).split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').map(givenToken);
}

type Account = Readonly<Record<string, string | undefined>>;

function recordsOf(text: string, path: string): Account[] {
  try {
    return parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true });
  } catch {
    throw invalid(`The file ${path} is not a CSV file with the header username,password.`);
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return (await (path === '-' ? buffer(process.stdin) : readFile(path))).toString();
  } catch (error) {
    throw invalid(fileErrorText(error, path) ?? `The file ${path} cannot be read.`);
  }
}
