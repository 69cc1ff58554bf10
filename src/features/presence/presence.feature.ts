import type { Feature } from '../../platform/feature/feature.js';
import { isoTime, rowsOf } from '../../platform/feature/personal-data.js';
import { Node } from './node.entity.js';
import { PastSession } from './past-session.entity.js';
import { Session } from './session.entity.js';

export const presenceFeature: Feature = {
  entities: [Node, PastSession, Session],
  personalData: {
    exported: {
      sessions: `SELECT id AS key, json_build_object('id', id, 'log_in', log_in, 'device', device,
      'connected_at', ${isoTime('connected_at')}, 'last_seen_at', ${isoTime('seen_at')}) AS item
    FROM sessions WHERE user_id = $1`,
      past_sessions: `SELECT id AS key, json_build_object('id', id, 'device', device,
      'opened_at', ${isoTime('opened_at')}, 'closed_at', ${isoTime('closed_at')}, 'close_code', close_code,
      'close_reason', close_reason) AS item
    FROM past_sessions WHERE user_id = $1`,
    },
    removed: [rowsOf('past_sessions')],
    notRemoved: { 'sessions.user_id': 'is removed when the connection has closed, which the deletion causes' },
    notExported: {
      'sessions.node_id': 'is a node of the deployment',
      'past_sessions.node_id': 'is a node of the deployment',
    },
  },
  module: async () => (await import('./presence.module.js')).PresenceModule,
};
