import type { Feature } from '../../platform/feature/feature.js';
import { Notification } from './notification.entity.js';
import { notificationsPersonalData } from './notifications.personal-data.js';

export const notificationsFeature: Feature = {
  entities: [Notification],
  personalData: notificationsPersonalData,
  module: async () => (await import('./notifications.module.js')).NotificationsModule,
};
