import { Injectable } from '@nestjs/common';
import { conflict } from '@parley/protocol';

import type { Work } from '../../../platform/database/unit-of-work.js';
import type { NewUser } from '../new-user.js';
import type { User } from '../user.entity.js';
import { UsersRepository } from '../users.repository.js';
import { UsersService } from '../users.service.js';
import { usernamesFrom } from './product-usernames.js';

/** A new user of a product; without a username one is made from the id. */
export interface NewProductUser extends Omit<NewUser, 'username' | 'product'> {
  readonly username?: string | undefined;
  readonly product: NonNullable<NewUser['product']> & { readonly externalId: string };
}

/** Makes a user of a product, whose unique id decides: of many requests at once one makes the user. */
@Injectable()
export class MakeProductUser {
  constructor(
    private readonly users: UsersService,
    private readonly repository: UsersRepository,
  ) {}

  /**
   * @param user whose fields an operator may set
   * @param then runs in the transaction that makes the user, and records who did it
   * @returns undefined if another request has made a user with the id meanwhile
   * @throws Refusal 4005 if the username is taken
   */
  async make(
    user: NewProductUser,
    then: (work: Work, ids: readonly number[]) => Promise<void>,
  ): Promise<User | undefined> {
    const { externalId } = user.product;
    const names = user.username === undefined ? usernamesFrom(externalId) : [user.username];
    for (const username of names) {
      const ids = await this.users.createFree([{ ...user, username }], then);
      const [found] = await this.repository.byExternalIds([externalId]);
      if (ids.size > 0) return found;
      if (found) return undefined;
    }
    throw conflict(`The username ${names[0] ?? ''} is taken.`);
  }
}
