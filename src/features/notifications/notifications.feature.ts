import type { Feature } from '../../platform/feature/feature.js';
import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import { Notification } from './notification.entity.js';

export const notificationsFeature: Feature = {
  entities: [Notification],
  personalData: {
    exported: {
      notifications: `SELECT id AS key, json_build_object(
      'id', id, 'type', notification_type, 'room_id', room_id, 'message_id', message_id, 'by_user_id', actor_id,
      'created_at', ${isoTime('created_at')}) AS item
    FROM notifications WHERE user_id = $1`,
    },
    removed: [rowsOf('notifications', 'notifications')],
    notRemoved: { 'notifications.actor_id': 'is removed with the reaction' },
  },
  module: async () => (await import('./notifications.module.js')).NotificationsModule,
};
