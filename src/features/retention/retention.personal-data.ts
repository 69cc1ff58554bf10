import { isoTime } from '../../platform/feature/personal-data.js';
import type { PersonalData } from '../../platform/feature/personal-data.js';

export const retentionPersonalData: PersonalData = {
  exported: {
    deleted_messages: `SELECT message_id AS key, json_build_object(
      'id', message_id, 'room_id', room_id, 'seq', seq, 'client_message_id', client_message_id,
      'created_at', ${isoTime('created_at')}) AS item
    FROM message_deletions WHERE sender_id = $1`,
  },
  notRemoved: { 'message_deletions.sender_id': 'records without texts: the id names the placeholder' },
};
