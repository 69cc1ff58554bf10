import { listIn } from './act.js';
import type { Act } from './act.js';

const MUTE = { kind: 'mute', until: '2999-01-01T00:00:00Z', reason: 'noise' };

export const MODERATION_ACTS: Readonly<Record<string, Act>> = {
  'mute a user': {
    event: 'room.restrict',
    data: ({ room, persons }) => ({ room_id: room.id, user_id: persons.newcomer.id, ...MUTE }),
    route: ({ room, persons }) => [
      'POST',
      `/api/rooms/${room.id}/restrictions/`,
      { user_id: persons.newcomer.id, ...MUTE },
    ],
  },
  'list the restrictions': listIn('room.restrictions', 'restrictions', 7),
  'report a message': {
    event: 'message.report',
    data: ({ messageId }) => ({ message_id: messageId, reason: 'spam' }),
    route: ({ messageId }) => ['POST', '/api/reports/', { message_id: messageId, reason: 'spam' }],
  },
  'list the reports of the room': {
    event: 'report.list',
    data: ({ room }) => ({ room_id: room.id, limit: 7 }),
    route: ({ room }) => ['GET', `/api/reports/?room_id=${room.id}&limit=7`],
  },
  'resolve an unknown report': {
    event: 'report.resolve',
    data: ({ messageId }) => ({ report_id: messageId, action: 'dismiss' }),
    route: ({ messageId }) => ['POST', `/api/reports/${messageId}/resolve/`, { action: 'dismiss' }],
  },
};
