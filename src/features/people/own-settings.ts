import type { ServerEvent } from '@parley/protocol';

import type { ConsentSettings } from '../rooms/consent/consent.settings.js';
import type { User } from '../users/user.entity.js';
import { toProfile } from '../users/user.view.js';

/** What the devices of a user receive of the own settings and profile. No frame has an e-mail address. */
export function ownSettings(user: User, { addPolicy: usual }: ConsentSettings): ServerEvent<'userupdate.dispatch'> {
  const { role, language } = user;
  const addPolicy = user.addPolicy ?? usual;
  const data = { user: toProfile(user), add_policy: addPolicy, ...(role !== 'user' && { role }), language };
  return { eventType: 'userupdate.dispatch', data };
}
