import type { SignalKind } from '../signals/index.js';

/** An operator has created, changed or deleted a webhook. */
export const webhooksChanged: SignalKind<object> = { name: 'webhooks.changed' };
