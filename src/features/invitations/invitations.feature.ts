import { isoTime } from '../../platform/feature/personal-data.js';
import type { Feature } from '../../platform/feature/feature.js';
import { InvitationRow, InvitationUseRow } from './invitation.entity.js';

export const invitationsFeature: Feature = {
  entities: [InvitationRow, InvitationUseRow],
  personalData: {
    exported: {
      deployment_invitations: `SELECT id AS key, json_build_object(
      'id', id, 'email', email, 'rooms', room_ids, 'uses', uses, 'used', used,
      'is_for_guests', is_for_guests, 'guest_until', ${isoTime('guest_until')}, 'created_at', ${isoTime('created_at')},
      'expires_at', ${isoTime('expires_at')}, 'revoked_at', ${isoTime('revoked_at')}) AS item
    FROM invitations WHERE inviter_id = $1`,
      used_invitations: `SELECT invitation_id AS key, json_build_object(
      'invitation', invitation_id, 'used_at', ${isoTime('used_at')}) AS item
    FROM invitation_uses WHERE user_id = $1`,
    },
    removed: [
      { statement: 'DELETE FROM invitations WHERE inviter_id = $1' },
      // The address to which somebody invited the user.
      {
        statement: `UPDATE invitations SET email = NULL WHERE email IS NOT NULL
          AND id IN (SELECT invitation_id FROM invitation_uses WHERE user_id = $1)`,
      },
      { statement: 'DELETE FROM invitation_uses WHERE user_id = $1' },
    ],
    notExported: { 'invitations.token_hash': 'is a secret' },
  },
};
