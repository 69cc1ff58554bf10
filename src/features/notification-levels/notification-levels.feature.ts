import type { Feature } from '../../platform/feature/feature.js';

export const notificationLevelsFeature: Feature = {
  module: async () => (await import('./notification-levels.module.js')).NotificationLevelsModule,
};
