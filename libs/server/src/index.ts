export type { components, operations, paths } from './openapi.js';
export { ParleyServerError } from './parley-server-error.js';
export { ParleyServer } from './parley-server.js';
export type { ParleyServerOptions } from './parley-server.js';
export type { Acting } from './requests.js';
export type { Timing } from './timing.js';
export { verifyWebhook, WebhookError } from './webhooks.js';
export type { WebhookEvent, WebhookHeaders } from './webhooks.js';
export type * from './wire.js';
