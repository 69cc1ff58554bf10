import type { Message, Outgoing } from '@parley/client';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

import { useMarkRead, useMessages } from '../react-hooks.js';
import { messageKey } from '../state/message-key.js';
import { MessageItem } from './message-item.js';
import type { ContentOptions } from './message-item.js';
import { isAtEnd, isNearEnd, isNearStart, lastRead, SCROLLED, useKeptPlace } from './scroll-position.js';
import type { Styling } from './styling.js';

/** The options of the content are for the messages that are shown as a `MessageItem`. */
export interface MessageListProps extends Styling, ContentOptions {
  readonly roomId: string;
  /** A message that the list scrolls to, however old it is. A new object scrolls to it again. */
  readonly target?: Pick<Message, 'seq'> | undefined;
  /** How a message is shown. Default: a `MessageItem`. */
  readonly children?: (message: Message | Outgoing) => ReactNode;
  /** The name of the list for assistive technology. Default: `Messages`. */
  readonly label?: string;
  /** Shown while there are no messages. */
  readonly empty?: ReactNode;
}

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
  const { roomId, target, children, label = 'Messages', empty, className, ...options } = props;
  const shown = useMessages(roomId);
  const { messages, isLoaded, isLoading, hasOlder, hasNewer, loadOlder, loadNewer, openAround, follow } = shown;
  const markRead = useMarkRead(roomId);
  const { element, position } = useKeptPlace(messages);

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

  // The list begins at the newest message, also where another list has scrolled to one.
  const before = useRef(shown.target);
  const current = shown.target === before.current ? null : shown.target;
  useLayoutEffect(() => {
    if (element.current && current) position.current.show(element.current, current.seq);
  }, [current]);
  useEffect(() => {
    if (target) void openAround(target.seq);
  }, [target, openAround]);
  useEffect(look, [look, messages, isLoading]);
  useEffect(() => {
    document.addEventListener('visibilitychange', report);
    return () => document.removeEventListener('visibilitychange', report);
  }, [report]);

  return (
    <div
      ref={element}
      className={className}
      style={SCROLLED}
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
        <div
          key={messageKey(message)}
          tabIndex={-1}
          data-parley-message={'seq' in message ? message.seq : ''}
          data-parley-target={current && 'seq' in message && message.seq === current.seq ? '' : undefined}
        >
          {children ? children(message) : <MessageItem message={message} {...options} />}
        </div>
      ))}
    </div>
  );
}
