export { WebhookAdministrationModule, WebhooksModule } from './webhooks.module.js';
export { WebhooksService } from './webhooks.js';
export type { WebhookEvent } from './happenings.js';
export { webhooksChanged } from './webhooks-changed.signal.js';
