import { Injectable } from '@nestjs/common';
import type { AddPolicy, ServerEvent, User } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import { checkKnownKeys, Choice, ClientEvent, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { addPolicies } from '../../platform/config/add-policy.js';
import { Config } from '../../platform/config/config.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { UsersRepository } from '../users.repository.js';

class UserUpdateRequest {
  /** Null: the default of the deployment. */
  @Optional()
  @Choice(addPolicies)
  add_policy?: AddPolicy | null;
}

/**
 * `user.update`: changes the user's own settings. The connections of the user receive all settings, and nobody else
 * does. Without a setting nothing changes, and the requester receives the present settings.
 */
@Injectable()
@ClientEvent({
  name: 'user.update',
  summary: "Changes the user's own settings, and returns them.",
  request: UserUpdateRequest,
  emits: ['userupdate.dispatch'],
})
export class UserUpdateEvent implements EventHandler<UserUpdateRequest> {
  constructor(
    private readonly users: UsersRepository,
    private readonly work: UnitOfWork,
    private readonly dispatch: Dispatch,
    private readonly config: Config,
  ) {}

  async handle(request: UserUpdateRequest, { actor: { user }, origin }: EventContext): Promise<Answer | undefined> {
    checkKnownKeys(request);
    const { add_policy: addPolicy } = request;
    if (addPolicy === undefined) {
      const stored = await this.users.byId(user.id);
      return { ...this.settings(user, stored.addPolicy), meta: { changed: false } };
    }
    await this.work.transaction(async (work) => {
      await this.users.setAddPolicy(work.manager, user.id, addPolicy);
      work.afterCommit(() => {
        this.dispatch.toUsers([user.id], this.settings(user, addPolicy), origin);
      });
    });
    return undefined;
  }

  private settings(user: User, addPolicy: AddPolicy | null): ServerEvent<'userupdate.dispatch'> {
    return {
      eventType: 'userupdate.dispatch',
      data: { user, add_policy: addPolicy ?? this.config.consent.addPolicy },
    };
  }
}
