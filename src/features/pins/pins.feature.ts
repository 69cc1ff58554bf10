import type { Feature } from '../../platform/feature/feature.js';
import { pinsPersonalData } from './pins.personal-data.js';

export const pinsFeature: Feature = {
  personalData: pinsPersonalData,
  module: async () => (await import('./pins.module.js')).PinsModule,
};
