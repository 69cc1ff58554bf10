import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';

import { UserHoldsRepository } from '../users/user-holds.repository.js';
import { UsersService } from '../users/users.service.js';
import { UserHoldingsRepository } from './user-holdings.repository.js';
import type { UserHoldings } from './user-holdings.repository.js';

/** Counts what a user has, for an operator who is about to delete the user. */
@Injectable()
export class UserHoldingsService {
  constructor(
    private readonly users: UsersService,
    private readonly holdings: UserHoldingsRepository,
    private readonly holds: UserHoldsRepository,
  ) {}

  /** @throws Refusal 4004, 4002 while a room of the user is held */
  async ofUser(username: string): Promise<UserHoldings> {
    const { id, isDeleted } = await this.users.findAny(username);
    if (isDeleted) throw notFound(`No such user: ${username}.`);
    await this.holds.check(id);
    return this.holdings.of(id);
  }

  /**
   * Also for a deleted user, by the placeholder name.
   * @throws Refusal 4004, 4002 while a room of the user is held
   */
  async ofAnyUser(username: string): Promise<UserHoldings> {
    const { id } = await this.users.findAny(username);
    await this.holds.check(id);
    return this.holdings.of(id);
  }
}
