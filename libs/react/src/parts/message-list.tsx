import type { Message, Outgoing } from '@parley/client';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

import { useMarkRead, useMessages } from '../react-hooks.js';
import { MessageItem } from './message-item.js';
import type { MessageTexts } from './message-item.js';
import { isAtEnd, isNearEnd, isNearStart, lastRead, ScrollPosition } from './scroll-position.js';
import type { Styling } from './styling.js';

export interface MessageListProps extends Styling {
  readonly roomId: string;
  /** How a message is shown. Default: a `MessageItem`. */
  readonly children?: (message: Message | Outgoing) => ReactNode;
  /** The name of the list for assistive technology. Default: `Messages`. */
  readonly label?: string;
  /** Shown while there are no messages. */
  readonly empty?: ReactNode;
  readonly texts?: MessageTexts;
}

/** The behaviour of the list, not its look: it scrolls, and keeps the place of the reader itself. */
const BEHAVIOUR = { overflowY: 'auto', overflowAnchor: 'none' } as const;

const keyOf = (message: Message | Outgoing): string => message.client_message_id ?? ('id' in message ? message.id : '');

/**
 * The messages of a room, the newest at the end. Give it a height. It stays at the end, or at the message that the
 * reader has scrolled to; it loads older messages before the reader is at the first one, and reports what was in view
 * as read.
 */
export function MessageList(props: MessageListProps): ReactNode {
  const { roomId } = props;
  // Another room begins at its newest message.
  return <MessagesOfRoom key={roomId} {...props} />;
}

function MessagesOfRoom(props: MessageListProps): ReactNode {
  const { roomId, children, label = 'Messages', empty, texts, className } = props;
  const { messages, isLoaded, isLoading, hasOlder, hasNewer, loadOlder, loadNewer, follow } = useMessages(roomId);
  const markRead = useMarkRead(roomId);
  const element = useRef<HTMLDivElement>(null);
  const position = useRef(new ScrollPosition());

  const report = useCallback(() => {
    const list = element.current;
    if (!list || document.visibilityState === 'hidden') return;
    const seq = lastRead(list)?.getAttribute('data-parley-message');
    if (seq) markRead(Number(seq));
  }, [markRead]);

  const look = useCallback(() => {
    const list = element.current;
    if (!list) return;
    follow(!hasNewer && isAtEnd(list));
    if (hasOlder && isNearStart(list)) void loadOlder();
    else if (hasNewer && isNearEnd(list)) void loadNewer();
    report();
  }, [follow, hasOlder, hasNewer, loadOlder, loadNewer, report]);

  useLayoutEffect(() => {
    if (element.current) position.current.keep(element.current);
  }, [messages]);
  useEffect(look, [look, messages, isLoading]);
  useEffect(() => {
    document.addEventListener('visibilitychange', report);
    return () => document.removeEventListener('visibilitychange', report);
  }, [report]);

  return (
    <div
      ref={element}
      className={className}
      style={BEHAVIOUR}
      role="log"
      aria-label={label}
      aria-busy={isLoading}
      // A region that scrolls has the focus, for the keyboard.
      tabIndex={0}
      onScroll={(event) => {
        position.current.read(event.currentTarget);
        look();
      }}
      data-parley-messages={roomId}
    >
      {isLoaded && messages.length === 0 && empty}
      {messages.map((message) => (
        <div key={keyOf(message)} data-parley-message={'seq' in message ? message.seq : ''}>
          {children ? children(message) : <MessageItem message={message} texts={texts} />}
        </div>
      ))}
    </div>
  );
}
