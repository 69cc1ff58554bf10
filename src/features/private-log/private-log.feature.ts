import type { Feature } from '../../platform/feature/feature.js';
import { PrivateChangeRow, PrivateLogRow } from './private-log.entity.js';

export const privateLogFeature: Feature = { entities: [PrivateChangeRow, PrivateLogRow] };
