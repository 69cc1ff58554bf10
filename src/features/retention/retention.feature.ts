import type { Feature } from '../../platform/feature/feature.js';
import { MessageDeletion } from './message-deletion.entity.js';
import { retentionPersonalData } from './retention.personal-data.js';

export const retentionFeature: Feature = {
  entities: [MessageDeletion],
  personalData: retentionPersonalData,
  module: async () => (await import('./retention.module.js')).RetentionModule,
};
