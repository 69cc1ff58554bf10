import type { Feature } from '../../platform/feature/feature.js';
import { MessageDeletion } from './message-deletion.entity.js';

export const retentionFeature: Feature = { entities: [MessageDeletion] };
