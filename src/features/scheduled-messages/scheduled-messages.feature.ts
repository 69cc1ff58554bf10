import type { Feature } from '../../platform/feature/feature.js';
import { ScheduledMessageRow } from './scheduled-message.entity.js';
import { scheduledMessagesPersonalData } from './scheduled-messages.personal-data.js';

export const scheduledMessagesFeature: Feature = {
  entities: [ScheduledMessageRow],
  personalData: scheduledMessagesPersonalData,
  module: async () => (await import('./scheduled-messages.module.js')).ScheduledMessagesModule,
};
