import type { Feature } from '../../platform/feature/feature.js';
import { SavedMessageRow } from './saved-message.entity.js';

export const savedMessagesFeature: Feature = { entities: [SavedMessageRow] };
