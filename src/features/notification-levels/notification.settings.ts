import { switchOnOff } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

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
