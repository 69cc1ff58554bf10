import type { GoneMessage, SavedMessage, ShortMessage } from '@parley/protocol';

import type { StoredMessage } from '../messages/message.view.js';
import { shortened } from '../messages/short-message.js';
import type { SavedRow } from './saved-message.entity.js';

/**
 * A message in an item of the user, of at most 4 KiB, or that it is gone. A message that it forwards from another room
 * is left out: the user may not be a member there.
 */
export function toSavedMessage(
  { messageId, savedAt, remindAt }: SavedRow,
  message: StoredMessage | null,
): SavedMessage {
  return {
    message: message && !message.isDeleted ? shownMessage(message) : goneMessage(messageId),
    saved: true,
    saved_at: savedAt.toISOString(),
    remind_at: remindAt?.toISOString() ?? null,
  };
}

/** The item that is sent in place of a message that is not saved any more. */
export const removedMessage = (messageId: string): SavedMessage => ({
  message: goneMessage(messageId),
  saved: false,
  saved_at: null,
  remind_at: null,
  removed: true,
});

const goneMessage = (id: string): GoneMessage => ({ id, gone: true });

function shownMessage(message: StoredMessage): ShortMessage {
  const { forwardedFrom } = message;
  const isElsewhere = forwardedFrom !== null && forwardedFrom.roomId !== message.roomId;
  const shown = isElsewhere ? { ...message, forwardedFrom: null } : message;
  return shortened(shown, { userId: null, lists: 'reactions' });
}
