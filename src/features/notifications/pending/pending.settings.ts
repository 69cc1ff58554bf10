import { wholeNumber } from '../../../platform/config/parsers.js';
import { settingsPart } from '../../../platform/config/settings-part.js';
import { notificationPart } from '../../notification-levels/notification.settings.js';

/** The maximum number of notifications of a room, and of all rooms. */
export interface NotificationLimits {
  readonly perRoom: number;
  readonly altogether: number;
}

/** The pending notifications in the first frame. */
export abstract class PendingSettings {
  abstract readonly limits: NotificationLimits;
  /** Nothing is shown if notifications are switched off. */
  abstract readonly shown: NotificationLimits;
}

export const pendingPart = settingsPart({
  token: PendingSettings,
  variables: {
    ENABLE_NOTIFICATION: notificationPart.variables.ENABLE_NOTIFICATION,
    MAX_NOTIFICATIONS_PER_ROOM: wholeNumber({ min: 1, max: 1_000 })({
      default: 50,
      desc: 'Maximum number of pending notifications of one room in the first frame.',
    }),
    MAX_NOTIFICATIONS: wholeNumber({ min: 1, max: 10_000 })({
      default: 500,
      desc: 'Maximum number of pending notifications in the first frame.',
    }),
  },
  settings: (values): PendingSettings => {
    const limits = { perRoom: values.MAX_NOTIFICATIONS_PER_ROOM, altogether: values.MAX_NOTIFICATIONS };
    return { limits, shown: values.ENABLE_NOTIFICATION ? limits : { perRoom: 0, altogether: 0 } };
  },
  clientLimits: ({ limits }) => ({
    max_notifications_per_room: limits.perRoom,
    max_notifications: limits.altogether,
  }),
});
