import type { Message, Outgoing } from '@parley/client';
import type { ReactNode } from 'react';

import { useSelf, useSend } from '../react-hooks.js';
import { nameOf } from '../state/room-title.js';
import type { Styling } from './styling.js';

/** A message, and what is known of it. */
export interface MessageView {
  readonly message: Message | Outgoing;
  readonly isOwn: boolean;
  /** `failed`: refused permanently. */
  readonly status: 'stored' | 'pending' | 'failed';
  /** The name of the sender; of an unsent message that of the user, as far as it is known. */
  readonly author: string;
  readonly time: Date;
  /** Sends a refused message again. */
  readonly retry: () => void;
  /** Removes a refused message. */
  readonly discard: () => void;
}

export interface MessageTexts {
  /** Default: `Sending…`. */
  readonly pending?: string;
  /** Default: `Not sent: ` and the reason. */
  readonly failed?: (reason: string) => string;
  /** Default: `Retry`. */
  readonly retry?: string;
  /** Default: `Discard`. */
  readonly discard?: string;
}

export interface MessageItemProps extends Styling {
  readonly message: Message | Outgoing;
  /** Renders the content of the message. Default: author, time, text, and the actions of a refused message. */
  readonly children?: (view: MessageView) => ReactNode;
  readonly texts?: MessageTexts | undefined;
}

const statusOf = (message: Message | Outgoing): MessageView['status'] => {
  if ('seq' in message) return 'stored';
  return message.pending ? 'pending' : 'failed';
};

export function MessageItem({ message, children, texts, className }: MessageItemProps): ReactNode {
  const self = useSelf();
  const { retry, discard } = useSend('seq' in message ? message.room.id : message.room_id);
  const sender = 'seq' in message ? message.sender : self;
  const view: MessageView = {
    message,
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
  return (
    <article className={className} data-parley-status={view.status} data-parley-own={view.isOwn ? '' : undefined}>
      {children ? children(view) : <MessageContent view={view} texts={texts} />}
    </article>
  );
}

function MessageContent({ view, texts }: { readonly view: MessageView } & Pick<MessageItemProps, 'texts'>): ReactNode {
  const { message, author, status, time } = view;
  return (
    <>
      <header>
        <span data-parley-author="">{author}</span> <time dateTime={message.created_at}>{time.toLocaleString()}</time>
      </header>
      <p dir="auto" data-parley-text="">
        {message.content}
      </p>
      {status === 'pending' && <small>{texts?.pending ?? 'Sending…'}</small>}
      {status === 'failed' && <Refusal view={view} texts={texts} />}
    </>
  );
}

function Refusal({ view, texts = {} }: { readonly view: MessageView } & Pick<MessageItemProps, 'texts'>): ReactNode {
  const { message, retry, discard } = view;
  const reason = 'error' in message ? message.error.message : '';
  return (
    <div data-parley-refusal="">
      <small>{texts.failed ? texts.failed(reason) : `Not sent: ${reason}`}</small>{' '}
      <button type="button" onClick={retry}>
        {texts.retry ?? 'Retry'}
      </button>{' '}
      <button type="button" onClick={discard}>
        {texts.discard ?? 'Discard'}
      </button>
    </div>
  );
}
