import type { Feature } from '../../platform/feature/feature.js';
import { ApiKeyRow } from './api-key.entity.js';

export const apiKeysFeature: Feature = { entities: [ApiKeyRow] };
