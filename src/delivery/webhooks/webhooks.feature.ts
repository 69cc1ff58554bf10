import type { Feature } from '../../platform/feature/feature.js';
import { WebhookDeliveryRow } from './webhook-delivery.entity.js';
import { WebhookRow } from './webhook.entity.js';

export const webhooksFeature: Feature = { entities: [WebhookDeliveryRow, WebhookRow] };
