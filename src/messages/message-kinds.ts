import type { ReactionChange } from '@parley/protocol';

import type { ChangeKind } from '../rooms/index.js';

type Kind<About extends object> = ChangeKind<About>;

/** What messages write into the logs of their rooms. A message that is sent stands there itself. */
export const messageKinds = {
  edited: { name: 'message.edited' } as Kind<{ readonly id: string }>,
  reacted: { name: 'message.reacted' } as Kind<{ readonly id: string; readonly type: ReactionChange['type'] }>,
  deleted: { name: 'messages.deleted' } as Kind<{ readonly ids: readonly string[] }>,
};
