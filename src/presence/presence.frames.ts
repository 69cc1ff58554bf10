import type { Presence, ServerEvent } from '@parley/protocol';

import type { Seen } from './standings.js';

export const presence = (seen: readonly Seen[]): ServerEvent<'presence.dispatch'> => ({
  eventType: 'presence.dispatch',
  data: seen.map(toPresence),
});

const toPresence = ({ userId, status, lastSeen }: Seen): Presence => ({
  user_id: userId,
  status,
  last_seen: lastSeen?.toISOString() ?? null,
});
