import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { Actor, Answer, RequestOrigin } from '@parley/realtime/requests';

import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { PrivateKinds } from '../private-log/private-kinds.js';
import { PrivateLog } from '../private-log/private-log.js';
import type { PrivateKind } from '../private-log/private-kind.js';
import { UsersRepository } from '../users/users.repository.js';
import { toUserNotify, USER_NOTIFY_KEY, userNotifyKind } from './user-notify-kind.js';
import { UserNotifyRepository } from './user-notify.repository.js';
import type { UserNotifySettings } from './user-notify.repository.js';

/** The user's own settings of notifications: every connection of the user receives a change, and nobody else does. */
@Injectable()
export class UserNotifyService {
  private readonly kind: PrivateKind<'notify'>;

  constructor(
    private readonly repository: UserNotifyRepository,
    private readonly users: UsersRepository,
    private readonly privateLog: PrivateLog,
    private readonly work: UnitOfWork,
    privateKinds: PrivateKinds,
  ) {
    this.kind = userNotifyKind(repository);
    privateKinds.add(this.kind);
  }

  /**
   * Replaces the settings that are given.
   * @returns the present settings as the answer, if nothing has changed
   * @throws Refusal 4004 if the user is deleted or deactivated meanwhile
   */
  change(
    { user: { id } }: Actor,
    given: Partial<UserNotifySettings>,
    origin: RequestOrigin,
  ): Promise<Answer | undefined> {
    return this.work.transaction(async (work) => {
      const before = await this.users.lockActive(work.manager, id);
      if (!before) throw notFound('No such user.');
      const settings = { notifyLevel: before.notifyLevel, doNotDisturb: before.doNotDisturb, ...given };
      const item = toUserNotify(settings);
      if (isDeepStrictEqual(item, toUserNotify(before))) {
        return { eventType: 'usernotify.dispatch', data: item, meta: { changed: false } };
      }
      await this.repository.write(work.manager, id, settings);
      await this.privateLog.append(work, this.kind, { userId: id, key: USER_NOTIFY_KEY, item }, origin);
      return undefined;
    });
  }
}
