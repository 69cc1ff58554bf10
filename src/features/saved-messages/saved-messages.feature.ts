import type { Feature } from '../../platform/feature/feature.js';
import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import { SavedMessageRow } from './saved-message.entity.js';

export const savedMessagesFeature: Feature = {
  entities: [SavedMessageRow],
  personalData: {
    exported: {
      saved_messages: `SELECT message_id AS key, json_build_object(
      'message_id', message_id, 'room_id', room_id, 'saved_at', ${isoTime('saved_at')},
      'remind_at', ${isoTime('remind_at')}) AS item
    FROM saved_messages WHERE user_id = $1`,
    },
    removed: [rowsOf('saved_messages')],
  },
  module: async () => (await import('./saved-messages.module.js')).SavedMessagesModule,
};
