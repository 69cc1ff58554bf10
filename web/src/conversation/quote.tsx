import type { Message } from '@parley/client';
import type { JSX } from 'preact';

import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import type { OpenRoom } from './open-room.js';
import { summaryOf } from './shown-message.js';

interface ReplyQuoteProps {
  readonly parent: Message;
  readonly open: OpenRoom;
}

/** The message that a reply refers to. A click scrolls to it. */
export function ReplyQuote({ parent, open }: ReplyQuoteProps): JSX.Element {
  return (
    <button type="button" class="quote" onClick={() => void open.goTo(parent)}>
      <span class="quote-name">{personName(parent.sender)}</span>
      <span class="quote-text" dir="auto">
        {summaryOf(parent)}
      </span>
    </button>
  );
}

/** The original of a forwarded message, if the user has access to it. */
export function ForwardedFrom({ message }: { readonly message: Message }): JSX.Element {
  const { forwarded_from: original } = message;
  if (!original) return <p class="forwarded">{t('conversation.forwardedWithoutAccess')}</p>;
  return (
    <div class="quote">
      <span class="quote-name">{t('conversation.forwardedFrom', { name: personName(original.sender) })}</span>
      <span class="quote-text is-whole" dir="auto">
        {summaryOf(original)}
      </span>
    </div>
  );
}
