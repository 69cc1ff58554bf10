import type { Message, Outgoing } from '@parley/client';

/** The key of a message in a list: the same before and after it is stored. */
export const messageKey = (message: Message | Outgoing): string =>
  'pending' in message ? message.client_message_id : (message.client_message_id ?? message.id);
