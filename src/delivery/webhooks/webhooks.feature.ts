import type { Feature } from '../../platform/feature/feature.js';
import { WebhookDeliveryRow } from './webhook-delivery.entity.js';
import { WebhookRow } from './webhook.entity.js';
import { webhooksPersonalData } from './webhooks.personal-data.js';

export const webhooksFeature: Feature = {
  entities: [WebhookDeliveryRow, WebhookRow],
  personalData: webhooksPersonalData,
  module: async () => (await import('./webhooks.module.js')).WebhooksModule,
};
