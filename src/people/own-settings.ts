import type { ServerEvent } from '@parley/protocol';

import type { Config } from '../platform/config/config.js';
import type { User } from '../users/user.entity.js';
import { toProfile } from '../users/user.view.js';

/** The frame by which the devices of a user receive the own settings and profile. */
export function ownSettings(user: User, { consent }: Pick<Config, 'consent'>): ServerEvent<'userupdate.dispatch'> {
  const { role } = user;
  const addPolicy = user.addPolicy ?? consent.addPolicy;
  const data = { user: toProfile(user), add_policy: addPolicy, ...(role !== 'user' && { role }) };
  return { eventType: 'userupdate.dispatch', data };
}
