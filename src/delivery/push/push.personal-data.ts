import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import type { PersonalData } from '../../platform/feature/personal-data.js';

export const pushPersonalData: PersonalData = {
  exported: {
    push_subscriptions: `SELECT id AS key, json_build_object(
      'id', id, 'host', host, 'created_at', ${isoTime('created_at')}, 'confirmed_at', ${isoTime('confirmed_at')},
      'last_ok_at', ${isoTime('last_ok_at')}) AS item
    FROM push_subscriptions WHERE user_id = $1`,
    pushes: `SELECT id AS key, json_build_object(
      'id', id, 'message_id', message_id, 'room_id', room_id, 'seq', seq, 'state', state, 'reason', reason,
      'created_at', ${isoTime('created_at')}, 'done_at', ${isoTime('done_at')}) AS item
    FROM pushes WHERE user_id = $1`,
  },
  numbered: ['pushes'],
  removed: [rowsOf('pushes', 'pushes'), rowsOf('push_subscriptions', 'push_subscriptions')],
  notExported: {
    'push_subscriptions.*': 'the address and the keys of a browser are secrets',
    'pushes.*': 'is the queue of messages that are exported',
  },
};
