import type { Feature } from '../../platform/feature/feature.js';
import { ApiKeyRow } from './api-key.entity.js';
import { apiKeysPersonalData } from './api-keys.personal-data.js';

export const apiKeysFeature: Feature = { entities: [ApiKeyRow], personalData: apiKeysPersonalData };
