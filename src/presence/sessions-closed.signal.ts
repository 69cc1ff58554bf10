import type { SignalKind } from '../signals/index.js';

/**
 * An operator has closed every session of a user. The user may come back at once: whoever does so to a node that has
 * yet to hear this is closed once more.
 */
export const sessionsClosed: SignalKind<{ readonly userId: number }> = { name: 'sessions.closed' };
