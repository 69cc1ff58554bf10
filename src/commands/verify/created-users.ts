import { ErrorCode, Refusal } from '@parley/protocol';

import { TokenPairsService } from '../../auth/tokens/token-pairs.service.js';
import { NoToken, RenewedToken } from '../../operations/verify/crowd/credentials.js';
import type { Credentials } from '../../operations/verify/crowd/credentials.js';
import { UserDeletionService } from '../../users/user-deletion.service.js';
import { UsersService } from '../../users/users.service.js';
import type { Deployment } from '../support/deployment.js';

/** Users that are created for one run in the deployment whose database this command opens, and deleted afterwards. */
export class CreatedUsers {
  private constructor(
    private readonly users: UsersService,
    private readonly deletion: UserDeletionService,
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
    const [deletion, pairs] = [await deployment.get(UserDeletionService), await deployment.get(TokenPairsService)];
    const made = new CreatedUsers(users, deletion, pairs, usernames);
    try {
      for (const username of usernames) await users.create({ username });
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
      await this.deletion.delete(username).catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== ErrorCode.notFound) throw error;
      });
    }
  }

  private async issue(username: string): Promise<string> {
    try {
      return (await this.pairs.issue(await this.users.tokenHolder(username))).access;
    } catch (error) {
      throw error instanceof Refusal ? new NoToken(error.message) : error;
    }
  }
}
