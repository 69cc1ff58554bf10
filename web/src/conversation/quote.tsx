import type { Message } from '@parley/client';
import type { JSX } from 'preact';

import { summaryFor } from '../blocking/collapsing.js';
import { useChat } from '../chat/chat-context.js';
import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import type { OpenRoom } from './open-room.js';

interface ReplyQuoteProps {
  readonly parent: Message;
  readonly open: OpenRoom;
}

/** The message that a reply refers to. A click scrolls to it. */
export function ReplyQuote({ parent, open }: ReplyQuoteProps): JSX.Element {
  const chat = useChat();
  return (
    <button type="button" class="quote" onClick={() => void open.goTo(parent)}>
      <span class="quote-name">{personName(parent.sender)}</span>
      <span class="quote-text" dir="auto">
        {summaryFor(chat, parent)}
      </span>
    </button>
  );
}

/** The original of a forwarded message, if the user has access to it. */
export function ForwardedFrom({ message }: { readonly message: Message }): JSX.Element {
  const chat = useChat();
  const { forwarded_from: original } = message;
  if (!original) return <p class="forwarded">{t('conversation.forwardedWithoutAccess')}</p>;
  return (
    <div class="quote">
      <span class="quote-name">{t('conversation.forwardedFrom', { name: personName(original.sender) })}</span>
      <span class="quote-text is-whole" dir="auto">
        {summaryFor(chat, original)}
      </span>
    </div>
  );
}
