import type { Feature } from '../../platform/feature/feature.js';
import { UserBlockRow } from './user-block.entity.js';

export const blockingFeature: Feature = { entities: [UserBlockRow] };
