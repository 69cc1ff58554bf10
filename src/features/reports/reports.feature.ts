import type { Feature } from '../../platform/feature/feature.js';
import { ReportRow } from './report.entity.js';
import { reportsPersonalData } from './reports.personal-data.js';

export const reportsFeature: Feature = {
  entities: [ReportRow],
  personalData: reportsPersonalData,
  module: async () => (await import('./reports.module.js')).ReportsModule,
};
