import type { Feature } from '../../platform/feature/feature.js';
import { PushSubscriptionRow } from './push-subscription.entity.js';
import { PushRow } from './push.entity.js';
import { pushPersonalData } from './push.personal-data.js';

export const pushFeature: Feature = {
  entities: [PushSubscriptionRow, PushRow],
  personalData: pushPersonalData,
  module: async () => (await import('./push.module.js')).PushModule,
};
