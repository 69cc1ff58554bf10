import type { Message } from '@parley/client';
import type { JSX } from 'preact';

import { isCollapsed, summaryFor } from '../blocking/collapsing.js';
import { useChat } from '../chat/chat-context.js';
import { onDemand } from '../design/on-demand.js';
import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import { AttachmentList } from './attachment-list.js';
import { MessageText } from './message-text.js';
import type { OpenRoom } from './open-room.js';
import type { ShownMessage } from './shown-message.js';

const LinkPreviewList = onDemand(async () => (await import('./link-preview-list.js')).LinkPreviewList);

interface ReplyQuoteProps {
  readonly parent: Message;
  readonly open: OpenRoom;
}

/** The message that a reply refers to. A click scrolls to it. */
export function ReplyQuote({ parent, open }: ReplyQuoteProps): JSX.Element {
  const chat = useChat();
  return (
    <button type="button" class="quote" onClick={() => void open.goTo(parent)}>
      <bdi class="quote-name">{personName(parent.sender)}</bdi>
      <span class="quote-text" dir="auto">
        {summaryFor(chat, parent)}
      </span>
    </button>
  );
}

interface ForwardedProps {
  readonly message: Message;
  /** The messages around it, whose pictures are shown after its own. */
  readonly around: () => readonly ShownMessage[];
}

/** The original of a forwarded message as it is shown itself, if the user has access to it. */
export function ForwardedFrom({ message, around }: ForwardedProps): JSX.Element {
  const { forwarded_from: original } = message;
  if (!original) return <p class="forwarded">{t('conversation.forwardedWithoutAccess')}</p>;
  return (
    <div class="quote is-forwarded">
      <span class="quote-name">{t('conversation.forwardedFrom', { name: personName(original.sender) })}</span>
      <Original original={original} around={around} />
    </div>
  );
}

function Original({ original, around }: Pick<ForwardedProps, 'around'> & { readonly original: Message }): JSX.Element {
  const chat = useChat();
  if (isCollapsed(chat, original)) return <p>{summaryFor(chat, original)}</p>;
  const { attachments, content, link_previews: previews } = original;
  return (
    <>
      <AttachmentList message={original} around={around} />
      {(content || attachments.length === 0) && (
        <MessageText message={original} emptyText={summaryFor(chat, original)} />
      )}
      {previews.length > 0 && <LinkPreviewList message={original} isOwn={false} />}
    </>
  );
}
