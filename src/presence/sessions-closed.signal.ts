import type { SignalKind } from '../signals/index.js';

/**
 * An operator has closed every session of a user. The user may reconnect at once; a connection to a node that has not
 * received this signal yet is closed again.
 */
export const sessionsClosed: SignalKind<{ readonly userId: number }> = { name: 'sessions.closed' };
