import { Choice, Optional, Text } from '@parley/realtime/requests';

import { pushStates } from '../../../delivery/push/push.entity.js';
import type { PushState } from '../../../delivery/push/push.entity.js';
import { MAX_USERNAME_LENGTH } from '../../../features/users/username.js';
import { PageRequest } from '../access/page-request.js';

/** Selects push notifications for a page of the list. */
export class PushPageRequest extends PageRequest {
  /** A username. */
  @Optional()
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  user?: string | null;

  @Optional()
  @Choice(pushStates)
  state?: PushState | null;
}

export class PushTestRequest {
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  username!: string;
}
