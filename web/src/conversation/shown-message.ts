import type { Message, Outgoing } from '@parley/client';

import type { Self } from '../session/session.js';

export type Shown = Message | Outgoing;

export const isOutgoing = (message: Shown): message is Outgoing => 'pending' in message;

/** The same for a message on its way and once it is stored. */
export const keyOf = (message: Shown): string =>
  isOutgoing(message) ? message.client_message_id : (message.client_message_id ?? message.id);

export const senderIdOf = (message: Shown, self: Self): number => (isOutgoing(message) ? self.id : message.sender.id);
