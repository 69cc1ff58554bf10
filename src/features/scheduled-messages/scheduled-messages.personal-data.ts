import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import type { PersonalData } from '../../platform/feature/personal-data.js';

export const scheduledMessagesPersonalData: PersonalData = {
  exported: {
    scheduled_messages: `SELECT id AS key, json_build_object(
      'id', id, 'room_id', room_id, 'content', body::json -> 'content', 'extra_fields', body::json -> 'extra_fields',
      'refused_at', ${isoTime('refused_at')}, 'refused', refusal::json, 'notification_id', notification_id,
      'send_at', ${isoTime('send_at')}, 'created_at', ${isoTime('created_at')}, 'updated_at', ${isoTime('updated_at')}) AS item
    FROM scheduled_messages WHERE user_id = $1`,
  },
  removed: [rowsOf('scheduled_messages')],
  notExported: {
    'scheduled_messages.*': 'are the state of the sending',
  },
};
