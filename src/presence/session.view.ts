import type { ListedSession } from './session-list.repository.js';

/** A session as operators see it. */
export interface SessionView {
  readonly id: string;
  readonly user_id: number;
  readonly username: string;
  readonly device: string;
  readonly state: 'active' | 'inactive';
  readonly connected_at: string;
  readonly last_seen_at: string;
}

export const toSessionView = (session: ListedSession): SessionView => ({
  id: session.id,
  user_id: session.userId,
  username: session.username,
  device: session.device,
  state: session.isActive ? 'active' : 'inactive',
  connected_at: session.connectedAt.toISOString(),
  last_seen_at: session.seenAt.toISOString(),
});
