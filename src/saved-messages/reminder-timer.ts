import type { TimerId } from '../timers/timers.repository.js';

/** The name of the kind of timers that remind users of messages. */
export const REMINDER = 'reminder';

/** The timer of a reminder. A user has at most one for a message. */
export const reminderTimer = (userId: number, messageId: string): TimerId => ({
  kind: REMINDER,
  key: `${String(userId)} ${messageId}`,
});

export function reminded(key: string): { readonly userId: number; readonly messageId: string } {
  const [userId = '', messageId = ''] = key.split(' ');
  return { userId: Number(userId), messageId };
}
