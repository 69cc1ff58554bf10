import type { Feature } from '../../platform/feature/feature.js';

export const syncFeature: Feature = { module: async () => (await import('./sync.module.js')).SyncModule };
