import type { Feature } from '../../platform/feature/feature.js';
import { PrivateChangeRow, PrivateLogRow } from './private-log.entity.js';
import { privateLogPersonalData } from './private-log.personal-data.js';

export const privateLogFeature: Feature = {
  entities: [PrivateChangeRow, PrivateLogRow],
  personalData: privateLogPersonalData,
  module: async () => (await import('./private-log.module.js')).PrivateLogModule,
};
