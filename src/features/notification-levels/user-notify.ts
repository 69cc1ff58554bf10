import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { Answer, RequestOrigin } from '@parley/realtime/requests';

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
   * @param origin undefined: no connection asks, such as for a link of a mail
   * @returns the present settings as the answer, if nothing has changed
   * @throws Refusal 4004 if the user is deleted or deactivated meanwhile
   */
  change(userId: number, given: Partial<UserNotifySettings>, origin?: RequestOrigin): Promise<Answer | undefined> {
    return this.work.transaction(async (work) => {
      const before = await this.users.lockActive(work.manager, userId);
      if (!before) throw notFound('No such user.');
      const { notifyLevel, doNotDisturb, mailNotices } = before;
      const settings = { notifyLevel, doNotDisturb, mailNotices, ...given };
      const item = toUserNotify(settings);
      if (isDeepStrictEqual(item, toUserNotify(before))) {
        return { eventType: 'usernotify.dispatch', data: item, meta: { changed: false } };
      }
      await this.repository.write(work.manager, userId, settings);
      await this.privateLog.append(work, this.kind, { userId, key: USER_NOTIFY_KEY, item }, origin);
      return undefined;
    });
  }
}
