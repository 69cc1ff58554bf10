import type { InvitationUse, ListedInvitation } from './invitations.repository.js';

/** An invitation as its inviter and administrators see it, without its token. */
export interface InvitationView {
  readonly id: string;
  /** The username; null: an operator made it. */
  readonly inviter: string | null;
  readonly email: string | null;
  /** The ids of its rooms. */
  readonly rooms: readonly string[];
  readonly uses: number;
  readonly used: number;
  readonly state: 'open' | 'used' | 'expired' | 'revoked';
  readonly created_at: string;
  readonly expires_at: string;
  /** Who came by it, of many the first hundred. */
  readonly users: readonly InvitationUse[];
}

export const toInvitation = (row: ListedInvitation): InvitationView => ({
  id: row.id,
  inviter: row.inviter,
  email: row.email,
  rooms: row.roomIds,
  uses: row.uses,
  used: row.used,
  state: stateOf(row),
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  users: row.users,
});

function stateOf({ revokedAt, uses, used, expiresAt }: ListedInvitation): InvitationView['state'] {
  if (revokedAt) return 'revoked';
  if (used >= uses) return 'used';
  return expiresAt.getTime() <= Date.now() ? 'expired' : 'open';
}
