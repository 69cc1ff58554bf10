import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';

import { UsersService } from '../../users/users.service.js';
import { UserHoldingsRepository } from './user-holdings.repository.js';
import type { UserHoldings } from './user-holdings.repository.js';

/** Counts what a user has, for an operator who is about to delete the user. */
@Injectable()
export class UserHoldingsService {
  constructor(
    private readonly users: UsersService,
    private readonly holdings: UserHoldingsRepository,
  ) {}

  /** @throws Refusal 4004 */
  async ofUser(username: string): Promise<UserHoldings> {
    const { id, isDeleted } = await this.users.findAny(username);
    if (isDeleted) throw notFound(`No such user: ${username}.`);
    return this.holdings.of(id);
  }

  /**
   * Also for a deleted user, by the placeholder name.
   * @throws Refusal 4004
   */
  async ofAnyUser(username: string): Promise<UserHoldings> {
    return this.holdings.of((await this.users.findAny(username)).id);
  }
}
