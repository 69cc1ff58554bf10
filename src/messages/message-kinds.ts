import type { ReactionChange } from '@parley/protocol';

import type { ChangeKind } from '../rooms/index.js';

type Kind<About extends object> = ChangeKind<About>;

/**
 * The types of change records of messages. A sent message needs no change record: its own row has a sequence number.
 */
export const messageKinds = {
  edited: { name: 'message.edited' } as Kind<{ readonly id: string }>,
  reacted: { name: 'message.reacted' } as Kind<{ readonly id: string; readonly type: ReactionChange['type'] }>,
  deleted: { name: 'messages.deleted' } as Kind<{ readonly ids: readonly string[] }>,
};
