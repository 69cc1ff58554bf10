import type { Feature } from '../../platform/feature/feature.js';
import { SavedMessageRow } from './saved-message.entity.js';
import { savedMessagesPersonalData } from './saved-messages.personal-data.js';

export const savedMessagesFeature: Feature = {
  entities: [SavedMessageRow],
  personalData: savedMessagesPersonalData,
  module: async () => (await import('./saved-messages.module.js')).SavedMessagesModule,
};
