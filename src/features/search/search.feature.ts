import type { Feature } from '../../platform/feature/feature.js';

export const searchFeature: Feature = { module: async () => (await import('./search.module.js')).SearchModule };
