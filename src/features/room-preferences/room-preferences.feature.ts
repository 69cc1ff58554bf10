import type { Feature } from '../../platform/feature/feature.js';

export const roomPreferencesFeature: Feature = {
  module: async () => (await import('./room-preferences.module.js')).RoomPreferencesModule,
};
