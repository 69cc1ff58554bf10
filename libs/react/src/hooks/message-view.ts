import type { Message, Outgoing } from '@parley/client';

import { nameOf } from '../state/room-title.js';
import type { Hooks } from './bindings.js';

/** A message, and what is known of it. */
export interface MessageView {
  readonly message: Message | Outgoing;
  readonly isOwn: boolean;
  /** `failed`: refused permanently. */
  readonly status: 'stored' | 'pending' | 'failed';
  /** The name of the sender; of an unsent message that of the user, as far as it is known. */
  readonly author: string;
  readonly time: Date;
  /** `text`, or the application's own type of message. */
  readonly kind: string;
  /** The application's own object. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Sends a refused message again. */
  readonly retry: () => void;
  /** Removes a refused message. */
  readonly discard: () => void;
}

const statusOf = (message: Message | Outgoing): MessageView['status'] => {
  if ('seq' in message) return 'stored';
  return message.pending ? 'pending' : 'failed';
};

/** What the application has sent with the message. */
function ownFieldsOf(message: Message | Outgoing): Pick<MessageView, 'kind' | 'metadata'> {
  if ('seq' in message) return message;
  const { kind = 'text', metadata = {} } = message.extra_fields as Partial<Pick<MessageView, 'kind' | 'metadata'>>;
  return { kind, metadata };
}

export function useMessageViewWith({ useMemo, useSelf, useSend }: Hooks, message: Message | Outgoing): MessageView {
  const self = useSelf();
  const { retry, discard } = useSend('seq' in message ? message.room.id : message.room_id);
  return useMemo(() => {
    const sender = 'seq' in message ? message.sender : self;
    const { kind, metadata } = ownFieldsOf(message);
    return {
      message,
      kind,
      metadata,
      author: sender ? nameOf(sender) : '',
      status: statusOf(message),
      time: new Date(message.created_at),
      isOwn: sender?.id === self?.id,
      retry: () => {
        if (!('seq' in message)) void retry(message);
      },
      discard: () => {
        if (!('seq' in message)) discard(message);
      },
    };
  }, [message, self, retry, discard]);
}
