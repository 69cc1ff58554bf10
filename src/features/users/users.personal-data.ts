import { isoTime } from '../../platform/feature/personal-data.js';

/** Reads the `item` of a user, `$1`, with which an export begins. Its columns are listed, as those of the lists are. */
export const EXPORTED_ACCOUNT = `
  SELECT json_build_object(
    'id', id, 'username', username, 'first_name', first_name, 'last_name', last_name, 'email', email,
    'is_active', is_active, 'has_password', password_hash IS NOT NULL,
    'password_set_at', ${isoTime('password_set_at')}, 'created_at', ${isoTime('created_at')},
    'last_seen_at', ${isoTime('last_seen_at')}, 'tokens_valid_after', ${isoTime('tokens_valid_after')},
    'deleted_at', ${isoTime('deleted_at')}, 'add_policy', add_policy, 'avatar', avatar, 'status', status, 'custom', custom,
    'is_bot', is_bot, 'role', role, 'notify_level', notify_level, 'do_not_disturb', do_not_disturb) AS item
  FROM users WHERE id = $1`;
