import type { Feature } from '../../platform/feature/feature.js';
import { isoTime } from '../../platform/feature/personal-data.js';

export const pinsFeature: Feature = {
  personalData: {
    exported: {
      pins: `SELECT id AS key, json_build_object('message_id', id, 'room_id', room_id, 'pinned_at', ${isoTime('pinned_at')}) AS item
    FROM messages WHERE pinned_seq IS NOT NULL AND pinned_by = $1`,
    },
    notRemoved: { 'messages.pinned_by': 'pins belong to their rooms: the id names the placeholder' },
  },
  module: async () => (await import('./pins.module.js')).PinsModule,
};
