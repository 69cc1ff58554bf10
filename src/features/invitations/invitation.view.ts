import type { UserKind } from '../users/account.js';
import type { InvitationUse, ListedInvitation } from './invitations.repository.js';

/** An invitation as its inviter and administrators see it, without its token. */
export interface InvitationView {
  readonly id: string;
  /** The username; null: an operator made it. */
  readonly inviter: string | null;
  readonly email: string | null;
  /** The ids of its rooms. */
  readonly rooms: readonly string[];
  /** What people become who sign up by it. */
  readonly role: UserKind;
  /** When the access of its guests ends; null: it has no end. */
  readonly guest_until: string | null;
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
  role: row.isForGuests ? 'guest' : 'member',
  guest_until: row.guestUntil?.toISOString() ?? null,
  uses: row.uses,
  used: row.used,
  state: stateOf(row),
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  users: row.users,
});

function stateOf({ revokedAt, uses, used, expiresAt, guestUntil }: ListedInvitation): InvitationView['state'] {
  if (revokedAt) return 'revoked';
  if (used >= uses) return 'used';
  const endsAt = Math.min(expiresAt.getTime(), guestUntil?.getTime() ?? Infinity);
  return endsAt <= Date.now() ? 'expired' : 'open';
}
