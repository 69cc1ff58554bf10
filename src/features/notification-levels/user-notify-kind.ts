import type { UserNotify } from '@parley/protocol';

import type { PrivateItems, PrivateKind } from '../private-log/private-kind.js';
import type { UserNotifyRepository, UserNotifySettings } from './user-notify.repository.js';

/** The key of the only item of a user. */
export const USER_NOTIFY_KEY = 'user';

/** The settings of a user who never set any. */
const UNSET: UserNotify = { level: 'all', do_not_disturb: null, mail: null, removed: true };

export const toUserNotify = ({ notifyLevel, doNotDisturb, mailNotices }: UserNotifySettings): UserNotify =>
  notifyLevel === null && doNotDisturb === null && mailNotices === null
    ? UNSET
    : {
        level: notifyLevel ?? UNSET.level,
        do_not_disturb: doNotDisturb && hoursOf(doNotDisturb),
        mail: mailNotices,
      };

const hoursOf = ({ from, to, timezone }: NonNullable<UserNotify['do_not_disturb']>): UserNotify['do_not_disturb'] => ({
  from,
  to,
  timezone,
});

/** The user's own settings of notifications, in the private state. */
export function userNotifyKind(repository: UserNotifyRepository): PrivateKind<'notify'> {
  const read: PrivateKind<'notify'>['read'] = async (source, userId): Promise<PrivateItems<'notify'>> => {
    const settings = await repository.read(userId, source);
    const item = settings ? toUserNotify(settings) : UNSET;
    return new Map(item.removed ? [] : [[USER_NOTIFY_KEY, item]]);
  };
  return {
    name: 'user_notify',
    list: 'notify',
    eventType: 'usernotify.dispatch',
    read,
    removed: () => UNSET,
    page: async (source, userId) => ({ items: await read(source, userId, [USER_NOTIFY_KEY]), next: undefined }),
  };
}
