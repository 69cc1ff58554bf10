import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

import { ErrorCode, invalid, Refusal } from '@parley/protocol';
import { parse } from 'csv-parse/sync';

import { CompletedLogIn } from '../../../../src/features/auth/log-ins/completed-log-in.js';
import { NO_ORIGIN } from '../../../../src/features/auth/log-ins/log-in-origin.js';
import { TokenPairsService } from '../../../../src/features/auth/tokens/token-pairs.service.js';
import type { Deployment } from '../../../../src/api/cli/support/deployment.js';
import { fileErrorText } from '../../../../src/api/cli/support/file-error.js';
import { OPERATOR } from '../../../../src/features/users/roles/authority.js';
import { DeleteUser } from '../../../../src/features/people/deletion/delete-user.js';
import { UsersService } from '../../../../src/features/users/users.service.js';
import { givenToken, loggedIn, NoToken, RenewedToken } from '../crowd/credentials.js';
import type { Credentials } from '../crowd/credentials.js';

/** Users that are created for one run in the deployment whose database this command opens, and deleted afterwards. */
export class CreatedUsers {
  private constructor(
    private readonly users: UsersService,
    private readonly deletion: DeleteUser,
    private readonly pairs: TokenPairsService,
    private readonly usernames: readonly string[],
  ) {}

  /**
   * @param run a part of their names
   * @throws CannotStart, and Refusal 4005 if this deployment issues no tokens
   */
  static async create(deployment: Deployment, run: string, count: number): Promise<CreatedUsers> {
    const users = await deployment.get(UsersService);
    const usernames = Array.from({ length: count }, (_, at) => `verify-${run}-${String(at + 1)}`);
    const [deletion, pairs] = [await deployment.get(DeleteUser), await deployment.get(TokenPairsService)];
    const made = new CreatedUsers(users, deletion, pairs, usernames);
    try {
      // By force: such a name, which differs by a number, need not be compared with those of people.
      for (const username of usernames) await users.create(OPERATOR, { username }, { force: true });
    } catch (error) {
      await made.delete();
      throw error;
    }
    return made;
  }

  credentials(): Credentials[] {
    return this.usernames.map((username) => new RenewedToken(() => this.issue(username)));
  }

  /** Deletes the users with all of their data. Missing users were deleted already. */
  async delete(): Promise<void> {
    for (const username of this.usernames) {
      await this.deletion.delete(OPERATOR, username).catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== ErrorCode.notFound) throw error;
      });
    }
  }

  private async issue(username: string): Promise<string> {
    try {
      return (await this.pairs.issue(CompletedLogIn.byOperator(await this.users.tokenHolder(username)), NO_ORIGIN))
        .access;
    } catch (error) {
      throw error instanceof Refusal ? new NoToken(error.message) : error;
    }
  }
}

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
