import type { Feature } from '../../platform/feature/feature.js';
import { Notification } from './notification.entity.js';

export const notificationsFeature: Feature = { entities: [Notification] };
