import type { ReactionChange } from '@parley/protocol';

import type { ChangeType } from '../../rooms/change-log/change-record.js';

type Type<Payload extends object> = ChangeType<Payload>;

/**
 * The types of change records of messages. A sent message needs no change record: its own row has a sequence number.
 */
export const messageChangeTypes = {
  edited: { name: 'message.edited' } as Type<{ readonly id: string }>,
  reacted: { name: 'message.reacted' } as Type<{ readonly id: string; readonly type: ReactionChange['type'] }>,
  deleted: { name: 'messages.deleted' } as Type<{ readonly ids: readonly string[] }>,
};
