import type { Message, Outgoing } from '@parley/client';
import type { ComponentType, ReactNode } from 'react';

import type { MessageView } from '../hooks/message-view.js';
import { useMessageView } from '../react-hooks.js';
import { reasonOf } from '../state/reason.js';
import { Attachments } from './attachments.js';
import type { AttachmentTexts } from './attachments.js';
import { Reactions } from './reactions.js';
import type { ReactionTexts } from './reactions.js';
import type { Styling } from './styling.js';

/** The components that show the messages of a kind, in place of their text, by the kind. */
export type MessageKinds = Readonly<Record<string, ComponentType<MessageView>>>;

export interface MessageTexts {
  /** Default: `Sending…`. */
  readonly pending?: string;
  /** Default: `Not sent: ` and the reason. */
  readonly failed?: (reason: string) => string;
  /** Default: `Retry`. */
  readonly retry?: string;
  /** Default: `Discard`. */
  readonly discard?: string;
  /** Default: `edited`. */
  readonly edited?: string;
  readonly attachments?: AttachmentTexts;
  readonly reactions?: ReactionTexts;
}

/** What the content of a message is made of. */
export interface ContentOptions {
  readonly kinds?: MessageKinds | undefined;
  /** The reactions that are offered. None: the user can only join those of others. */
  readonly choices?: readonly string[] | undefined;
  /** Shown below a stored message, such as the button of its thread. */
  readonly footer?: ((message: Message) => ReactNode) | undefined;
  readonly texts?: MessageTexts | undefined;
}

export interface MessageItemProps extends Styling, ContentOptions {
  readonly message: Message | Outgoing;
  /**
   * Renders the content of the message. Default: author, time, text, files, reactions, and the actions of a refused
   * message.
   */
  readonly children?: (view: MessageView) => ReactNode;
}

export function MessageItem({ message, children, className, ...options }: MessageItemProps): ReactNode {
  const view = useMessageView(message);
  return (
    <article
      className={className}
      data-parley-status={view.status}
      data-parley-kind={view.kind}
      data-parley-own={view.isOwn ? '' : undefined}
    >
      {children ? children(view) : <MessageContent view={view} {...options} />}
    </article>
  );
}

type MessageContentProps = ContentOptions & { readonly view: MessageView };

function MessageContent({ view, ...options }: MessageContentProps): ReactNode {
  const { message, status } = view;
  const { texts } = options;
  return (
    <>
      <Heading view={view} texts={texts} />
      <Body view={view} kinds={options.kinds} />
      {'seq' in message && <StoredParts message={message} {...options} />}
      {status === 'pending' && <small>{texts?.pending ?? 'Sending…'}</small>}
      {status === 'failed' && <Refusal view={view} texts={texts} />}
    </>
  );
}

function Heading({ view, texts }: Pick<MessageContentProps, 'view' | 'texts'>): ReactNode {
  const { message, author, time } = view;
  return (
    <header>
      <span dir="auto" data-parley-author="">
        {author}
      </span>{' '}
      <time dir="auto" dateTime={message.created_at}>
        {time.toLocaleString()}
      </time>
      {'seq' in message && message.is_edited && <small> {texts?.edited ?? 'edited'}</small>}
    </header>
  );
}

function Body({ view, kinds = {} }: Pick<MessageContentProps, 'view' | 'kinds'>): ReactNode {
  // Only own properties: the sender chooses the kind.
  const Card = Object.hasOwn(kinds, view.kind) ? kinds[view.kind] : undefined;
  if (Card) return <Card {...view} />;
  const { content } = view.message;
  return (
    content !== '' && (
      <p dir="auto" data-parley-text="">
        {content}
      </p>
    )
  );
}

/** What only a stored message has. */
function StoredParts(props: ContentOptions & { readonly message: Message }): ReactNode {
  const { message, choices, footer, texts } = props;
  if (message.is_deleted) return null;
  return (
    <>
      {message.attachments.length > 0 && <Attachments attachments={message.attachments} texts={texts?.attachments} />}
      <Reactions message={message} choices={choices} texts={texts?.reactions} />
      {footer?.(message)}
    </>
  );
}

function Refusal({ view, texts = {} }: { readonly view: MessageView } & Pick<MessageItemProps, 'texts'>): ReactNode {
  const { message, retry, discard } = view;
  const reason = 'error' in message ? reasonOf(message.error) : '';
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
