import type { Feature } from '../../platform/feature/feature.js';
import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import { KnownDevice } from './notices/known-device.entity.js';
import { ProviderAccount, ProviderLogIn } from './oidc/provider-account.entity.js';
import { RecoveryCode, SecondFactor } from './second-factor/second-factor.entity.js';
import { SpentTicket } from './tickets/spent-ticket.entity.js';
import { RefreshToken } from './tokens/refresh-token.entity.js';

export const authFeature: Feature = {
  entities: [KnownDevice, ProviderAccount, ProviderLogIn, RecoveryCode, SecondFactor, SpentTicket, RefreshToken],
  personalData: {
    exported: {
      log_ins: `SELECT family AS key, json_build_object(
      'id', family, 'created_at', ${isoTime('created_at')}, 'device', device, 'address', address,
      'refreshed_at', ${isoTime('refreshed_at')}, 'active_at', ${isoTime('active_at')}, 'expires_at', ${isoTime('expires_at')}, 'revoked_at', ${isoTime('revoked_at')}) AS item
    FROM refresh_tokens WHERE user_id = $1`,
      provider_accounts: `SELECT md5(issuer || ' ' || subject)::uuid AS key, json_build_object(
      'issuer', issuer, 'subject', subject, 'created_at', ${isoTime('created_at')},
      'logged_out_at', ${isoTime('logged_out_at')},
      'log_ins', (SELECT coalesce(json_agg(json_build_object('id', l.family, 'sid', l.sid) ORDER BY l.family), '[]')
        FROM provider_log_ins l WHERE l.issuer = a.issuer AND l.subject = a.subject)) AS item
    FROM provider_accounts a WHERE user_id = $1`,
      second_factors: `SELECT user_id AS key, json_build_object(
      'created_at', ${isoTime('created_at')}, 'confirmed_at', ${isoTime('confirmed_at')},
      'recovery_codes', (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = f.user_id)) AS item
    FROM second_factors f WHERE user_id = $1`,
    },
    numbered: ['second_factors'],
    removed: [
      rowsOf('refresh_tokens', 'log_ins'),
      rowsOf('known_devices'),
      rowsOf('second_factors'),
      rowsOf('recovery_codes'),
      rowsOf('provider_accounts'),
    ],
    notExported: {
      'known_devices.*': 'are hashes of what the log-ins show as their devices',
      'second_factors.*': 'are secrets',
      'recovery_codes.code_hash': 'is a secret',
      'refresh_tokens.*': 'are a secret, and how the user proved who they are',
    },
  },
  module: async () => (await import('./auth.module.js')).AuthModule,
};
