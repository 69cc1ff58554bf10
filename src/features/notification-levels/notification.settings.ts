import type { MailNotices } from '@parley/protocol';

import { switchOnOff } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** Which missed messages may be mailed. */
export const MAIL_NOTICES = ['never', 'mentions', 'all'] as const satisfies readonly MailNotices[];

/** Notifications of users. */
export abstract class NotificationSettings {
  /** Whether there are any. */
  abstract readonly enabled: boolean;
}

export const notificationPart = settingsPart({
  token: NotificationSettings,
  variables: {
    ENABLE_NOTIFICATION: switchOnOff({
      default: true,
      desc: 'Put pending notifications into the first frame; off, it has none.',
    }),
  },
  settings: (values): NotificationSettings => ({ enabled: values.ENABLE_NOTIFICATION }),
});
