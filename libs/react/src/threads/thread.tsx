import type { Message } from '@parley/client';
import { useEffect, useId } from 'react';
import type { ReactNode } from 'react';

import { Composer } from '../parts/composer.js';
import { MessageItem } from '../parts/message-item.js';
import type { ContentOptions } from '../parts/message-item.js';
import { SCROLLED, useKeptPlace } from '../parts/scroll-position.js';
import type { Styling } from '../parts/styling.js';
import { useThread } from '../react-hooks.js';
import { messageKey } from '../state/message-key.js';
import { reasonOf } from '../state/reason.js';

export interface ThreadTexts {
  /** Default: `Thread`. */
  readonly title?: string;
  /** Default: `Close`. */
  readonly close?: string;
  /** Default: `Earlier replies`. */
  readonly older?: string;
  /** The name of the field. Default: `Reply`. */
  readonly reply?: string;
}

/** The options of the content are those of a `MessageItem`. */
export interface ThreadProps extends Styling, Omit<ContentOptions, 'footer' | 'texts'> {
  readonly roomId: string;
  /** The message that started it. */
  readonly messageId: string;
  readonly onClose: () => void;
  readonly texts?: ThreadTexts & NonNullable<ContentOptions['texts']>;
}

/**
 * A message and the replies to it, with a field for a reply. Give it a height: it begins at the newest reply, and stays
 * there, or where the reader has scrolled to. What is shown is reported as read. Escape closes it.
 */
export function Thread({ roomId, messageId, onClose, texts = {}, className, ...content }: ThreadProps): ReactNode {
  const { messages, isLoading, hasOlder, error, loadOlder, markRead, reply } = useThread(roomId, messageId);
  const { element, position } = useKeptPlace(messages);
  const title = useId();
  const newest = messages.findLast((message): message is Message => 'seq' in message && message.thread !== null)?.seq;
  useEffect(() => {
    if (newest !== undefined && document.visibilityState === 'visible') markRead(newest);
  }, [markRead, newest]);

  return (
    <section
      className={className}
      aria-labelledby={title}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Escape' && !nativeEvent.isComposing) onClose();
      }}
      data-parley-thread={messageId}
    >
      <header>
        <h2 id={title}>{texts.title ?? 'Thread'}</h2>
        <button type="button" onClick={onClose}>
          {texts.close ?? 'Close'}
        </button>
      </header>
      <div
        ref={element}
        role="log"
        aria-labelledby={title}
        aria-busy={isLoading}
        tabIndex={0}
        style={SCROLLED}
        onScroll={(event) => position.current.read(event.currentTarget)}
        data-parley-messages=""
      >
        {hasOlder && (
          <button type="button" onClick={() => void loadOlder()}>
            {texts.older ?? 'Earlier replies'}
          </button>
        )}
        {error && <p role="alert">{reasonOf(error)}</p>}
        {messages.map((message) => (
          <div key={messageKey(message)} data-parley-message={'seq' in message ? message.seq : ''}>
            <MessageItem message={message} texts={texts} {...content} />
          </div>
        ))}
      </div>
      <Composer roomId={roomId} send={reply} label={texts.reply ?? 'Reply'} />
    </section>
  );
}
