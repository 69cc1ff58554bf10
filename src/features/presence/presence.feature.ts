import type { Feature } from '../../platform/feature/feature.js';
import { Node } from './node.entity.js';
import { PastSession } from './past-session.entity.js';
import { Session } from './session.entity.js';
import { presencePersonalData } from './presence.personal-data.js';

export const presenceFeature: Feature = {
  entities: [Node, PastSession, Session],
  personalData: presencePersonalData,
  module: async () => (await import('./presence.module.js')).PresenceModule,
};
