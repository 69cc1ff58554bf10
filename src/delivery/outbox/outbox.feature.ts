import type { Feature } from '../../platform/feature/feature.js';
import { OutboxConsumerRow, OutboxRangeRow } from './outbox.entity.js';

export const outboxFeature: Feature = {
  entities: [OutboxConsumerRow, OutboxRangeRow],
  module: async () => (await import('./outbox.module.js')).OutboxModule,
};
