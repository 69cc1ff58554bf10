import type { Feature } from '../../platform/feature/feature.js';
import { isoTime } from '../../platform/feature/personal-data.js';
import { UserBlockRow } from './user-block.entity.js';

/** The user as the one who blocks, and as the one who is blocked. */
const END_BLOCKS = 'DELETE FROM user_blocks WHERE blocker_id = $1 OR blocked_id = $1';

export const blockingFeature: Feature = {
  entities: [UserBlockRow],
  personalData: {
    exported: {
      blocked_users: `SELECT md5(blocked_id::text)::uuid AS key, json_build_object('user_id', blocked_id, 'blocked_at', ${isoTime('blocked_at')}) AS item
    FROM user_blocks WHERE blocker_id = $1`,
    },
    removed: [{ statement: END_BLOCKS }],
  },
};
