import type { Feature } from '../../platform/feature/feature.js';
import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import { User } from './user.entity.js';
import { VerifiedAddressRow } from './verified-address.entity.js';

/** Reads the `item` of a user, `$1`, with which an export begins. Its columns are listed, as those of the lists are. */
export const EXPORTED_ACCOUNT = `
  SELECT json_build_object(
    'id', id, 'username', username, 'first_name', first_name, 'last_name', last_name, 'email', email,
    'is_active', is_active, 'has_password', password_hash IS NOT NULL,
    'password_set_at', ${isoTime('password_set_at')}, 'created_at', ${isoTime('created_at')},
    'last_seen_at', ${isoTime('last_seen_at')}, 'tokens_valid_after', ${isoTime('tokens_valid_after')},
    'deleted_at', ${isoTime('deleted_at')}, 'add_policy', add_policy, 'avatar', avatar, 'status', status, 'custom', custom,
    'is_bot', is_bot, 'is_guest', is_guest, 'guest_until', ${isoTime('guest_until')}, 'role', role, 'notify_level', notify_level, 'do_not_disturb', do_not_disturb, 'mail_notices', mail_notices,
    'language', language, 'external_id', external_id, 'verified_address',
    (SELECT json_build_object('address', v.address_key, 'verified_at', ${isoTime('v.verified_at')})
     FROM verified_addresses v WHERE v.user_id = users.id)) AS item
  FROM users WHERE id = $1`;

export const usersFeature: Feature = {
  entities: [User, VerifiedAddressRow],
  personalData: {
    removed: [rowsOf('verified_addresses')],
    notExported: {
      'users.deactivated_by': 'is the moderator who did it',
      'users.profile_changed_at': 'is only the time of the latest change',
      'users.profile_version': 'is only the number of the latest change',
      'users.role_version': 'is only the number of the latest change',
      'users.rooms_version': 'is only the number of the latest change',
      'users.username_key': 'follows from the name',
      'users.username_skeleton': 'follows from the name',
    },
  },
};
