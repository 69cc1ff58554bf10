import type { Feature } from '../../platform/feature/feature.js';

export const linkOutboxFeature: Feature = {
  module: async () => (await import('./link-outbox.module.js')).LinkOutboxModule,
};
