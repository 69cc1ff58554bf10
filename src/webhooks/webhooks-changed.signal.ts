import type { SignalKind } from '../signals/index.js';

/** An operator has made, changed or removed a webhook: who is told of what may be others now. */
export const webhooksChanged: SignalKind<object> = { name: 'webhooks.changed' };
