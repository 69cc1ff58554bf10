import type { Feature } from '../../platform/feature/feature.js';
import { UserBlockRow } from './user-block.entity.js';
import { blockingPersonalData } from './blocking.personal-data.js';

export const blockingFeature: Feature = { entities: [UserBlockRow], personalData: blockingPersonalData };
