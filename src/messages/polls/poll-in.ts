import { invalid } from '@parley/protocol';

import type { StoredMessage } from '../message.view.js';
import type { StoredPoll } from './poll.view.js';

/** The poll of a message. @throws Refusal 4003 without one, and if the message is deleted */
export function pollIn({ isDeleted, poll }: StoredMessage): StoredPoll {
  if (isDeleted) throw invalid({ message_id: ['The message is deleted.'] });
  if (!poll) throw invalid({ message_id: ['The message has no poll.'] });
  return poll;
}
