import type { Feature } from '../../platform/feature/feature.js';
import { isoTime } from '../../platform/feature/personal-data.js';
import { MessageDeletion } from './message-deletion.entity.js';

export const retentionFeature: Feature = {
  entities: [MessageDeletion],
  personalData: {
    exported: {
      deleted_messages: `SELECT message_id AS key, json_build_object(
      'id', message_id, 'room_id', room_id, 'seq', seq, 'client_message_id', client_message_id,
      'created_at', ${isoTime('created_at')}) AS item
    FROM message_deletions WHERE sender_id = $1`,
    },
    notRemoved: { 'message_deletions.sender_id': 'records without texts: the id names the placeholder' },
  },
  module: async () => (await import('./retention.module.js')).RetentionModule,
};
