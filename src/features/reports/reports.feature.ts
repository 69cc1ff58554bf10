import type { Feature } from '../../platform/feature/feature.js';
import { ReportRow } from './report.entity.js';

export const reportsFeature: Feature = { entities: [ReportRow] };
