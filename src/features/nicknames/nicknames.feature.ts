import type { Feature } from '../../platform/feature/feature.js';

export const nicknamesFeature: Feature = {
  personalData: {
    exported: {
      nicknames: `SELECT room_id AS key, json_build_object('room_id', room_id, 'nickname', nickname) AS item
    FROM room_members WHERE user_id = $1 AND nickname IS NOT NULL`,
    },
  },
  module: async () => (await import('./nicknames.module.js')).NicknamesModule,
};
