import type { Feature } from '../../platform/feature/feature.js';
import { ScheduledMessageRow } from './scheduled-message.entity.js';

export const scheduledMessagesFeature: Feature = { entities: [ScheduledMessageRow] };
