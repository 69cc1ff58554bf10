import type { Feature } from '../../platform/feature/feature.js';
import { AuditEntryRow } from './audit-entry.entity.js';
import { AuditOriginRow } from './audit-origin.entity.js';
import { AuditSealRow, AuditUnsealedRow } from './audit-seal.entity.js';
import { auditPersonalData } from './audit.personal-data.js';

export const auditFeature: Feature = {
  entities: [AuditEntryRow, AuditOriginRow, AuditSealRow, AuditUnsealedRow],
  personalData: auditPersonalData,
  module: async () => (await import('./audit-sealing.js')).AuditSealingModule,
};
