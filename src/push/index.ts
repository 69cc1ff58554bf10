export type { PushKey, PushSubscriptionList } from './http/push.controller.js';
export { PushAdministrationModule, PushModule } from './push.module.js';
