import type { Feature } from '../../platform/feature/feature.js';
import { AuditStreamRow } from './audit-stream.entity.js';

export const auditStreamsFeature: Feature = {
  entities: [AuditStreamRow],
  module: async () => (await import('./audit-streams.module.js')).AuditStreamsModule,
};
