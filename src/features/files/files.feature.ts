import type { Feature } from '../../platform/feature/feature.js';

export const filesFeature: Feature = { module: async () => (await import('./files.module.js')).FilesModule };
