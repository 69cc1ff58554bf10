import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import type { PersonalData } from '../../platform/feature/personal-data.js';

export const apiKeysPersonalData: PersonalData = {
  exported: {
    api_keys: `SELECT id AS key, json_build_object(
      'id', id, 'name', name, 'prefix', prefix, 'scopes', scopes, 'created_at', ${isoTime('created_at')},
      'expires_at', ${isoTime('expires_at')}, 'revoked_at', ${isoTime('revoked_at')},
      'last_used_at', ${isoTime('last_used_at')}) AS item
    FROM api_keys WHERE user_id = $1`,
  },
  removed: [rowsOf('api_keys', 'api_keys')],
  notExported: {
    'api_keys.maker_id': 'the audit log of the user has the keys that the user made for others',
    'api_keys.only_user_ids': 'is a setting of the key of an operator',
    'api_keys.key_hash': 'is a secret',
  },
  notRemoved: {
    'api_keys.maker_id': 'the placeholder has no role, so the key is not valid',
    'api_keys.only_user_ids': 'the id names the placeholder, for which a key cannot act',
  },
};
