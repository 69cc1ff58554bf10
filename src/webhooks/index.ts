export { WebhookAdministrationModule, WebhooksModule } from './webhooks.module.js';
export { Webhooks } from './webhooks.js';
export type { Happening } from './happenings.js';
export { webhooksChanged } from './webhooks-changed.signal.js';
