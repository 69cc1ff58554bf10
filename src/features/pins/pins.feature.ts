import type { Feature } from '../../platform/feature/feature.js';
import { pinsPersonalData } from './pins.personal-data.js';

export const pinsFeature: Feature = { entities: [], personalData: pinsPersonalData };
