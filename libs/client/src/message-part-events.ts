import type { MessagePinned, MessagePreviews, PollUpdate, ServerFrame } from '@parley/protocol';

/** A message, and its room if the request names it, which spares the service a lookup. */
interface MessageTarget {
  readonly message_id: string;
  readonly room_id?: string;
}

interface Exchange<Data, Answer> {
  readonly data: MessageTarget & Data;
  readonly answer: ServerFrame<Answer>;
}

/** The events that change a part of a message, with their answers. */
export interface MessagePartEvents {
  'message.pin': Exchange<{ readonly pinned: boolean }, MessagePinned>;
  'message.remove_preview': Exchange<{ readonly url: string }, MessagePreviews>;
  'poll.vote': Exchange<{ readonly options: readonly number[] }, PollUpdate>;
  'poll.close': Exchange<object, PollUpdate>;
}
