import type { Message } from '@parley/client';
import type { JSX } from 'preact';

import { toast } from '../design/toasts.js';
import { personName } from '../rooms/person-name.js';
import { summaryOf } from './message-summary.js';
import type { OpenRoom } from './open-room.js';

interface ReplyQuoteProps {
  readonly parent: Message;
  readonly open: OpenRoom;
}

/** What a message answers: it leads there. */
export function ReplyQuote({ parent, open }: ReplyQuoteProps): JSX.Element {
  const go = async (): Promise<void> => {
    if (!(await open.goTo(parent.id, parent.seq))) toast('That message is too far back.');
  };
  return (
    <button type="button" class="quote" onClick={() => void go()}>
      <span class="quote-name">{personName(parent.sender)}</span>
      <span class="quote-text" dir="auto">
        {summaryOf(parent)}
      </span>
    </button>
  );
}

/** What a message hands on, where the reader may see it. */
export function ForwardedFrom({ message }: { readonly message: Message }): JSX.Element {
  const { forwarded_from: original } = message;
  if (!original) return <p class="forwarded">Forwarded message that is not open to you</p>;
  return (
    <div class="quote">
      <span class="quote-name">Forwarded from {personName(original.sender)}</span>
      <span class="quote-text is-whole" dir="auto">
        {summaryOf(original)}
      </span>
    </div>
  );
}
