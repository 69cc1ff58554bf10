import type { Message, Outgoing } from '@parley/client';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { Icon } from '../design/icon.js';
import type { IconName } from '../design/icon.js';
import { clockTime, fullTime } from '../design/times.js';
import { personName } from '../rooms/person-name.js';
import { AttachmentView } from './attachment-view.js';
import type { Overlay } from './conversation-page.js';
import { FailedActions } from './failed-actions.js';
import type { Line } from './grouping.js';
import { MessageActions } from './message-actions.js';
import type { OpenRoom } from './open-room.js';
import { ForwardedFrom, ReplyQuote } from './quote.js';
import { ReactionBar } from './reaction-bar.js';
import type { Progress, Receipt } from './receipts.js';
import type { Rights } from './rights.js';
import { optionsOf } from './sending.js';
import { isOutgoing } from './shown-message.js';
import type { Shown } from './shown-message.js';
import { partsOf } from './text-parts.js';

interface MessageViewProps {
  readonly line: Line;
  readonly open: OpenRoom;
  readonly rights: Rights;
  readonly overlay: Signal<Overlay | null>;
  /** Of one's own. */
  readonly receipt: Receipt | null;
  readonly isGroup: boolean;
  /** Whether Tab stops at it: the arrow keys go on from there. */
  readonly isStop: boolean;
  readonly isWanted: boolean;
}

export function MessageView(props: MessageViewProps): JSX.Element {
  const { line, open, rights, overlay, isGroup, isStop, isWanted } = props;
  const { self } = useChat();
  const { message, isOwn } = line;
  const name = isOutgoing(message) ? self.username : personName(message.sender);
  const who = isOwn ? 'You' : name;
  return (
    <article
      class={isWanted ? 'message is-wanted' : 'message'}
      data-message={isOutgoing(message) ? undefined : message.id}
      tabIndex={isStop ? 0 : -1}
      aria-label={`${who}, ${clockTime(message.created_at)}`}
    >
      {isGroup && !isOwn && <Face name={name} isFirst={line.isFirst} />}
      <div class="message-body">
        <Bubble {...props} name={name} />
        <Below {...{ message, open, isOwn, rights, overlay }} />
      </div>
    </article>
  );
}

/** @param props.name of the sender: said once of messages that stand together */
function Bubble({ line, open, receipt, isGroup, name }: MessageViewProps & { readonly name: string }): JSX.Element {
  const { message, isOwn, isFirst } = line;
  return (
    <div class={receipt?.progress === 'failed' ? 'bubble is-failed' : 'bubble'}>
      {isGroup && !isOwn && isFirst && <p class="sender">{name}</p>}
      {isOutgoing(message) ? <Going message={message} /> : <Said message={message} open={open} />}
      <div class="words">
        {message.content && <Text text={message.content} />}
        <Meta message={message} receipt={receipt} />
      </div>
    </div>
  );
}

interface BelowProps extends Pick<MessageViewProps, 'open' | 'rights' | 'overlay'> {
  readonly message: Shown;
  readonly isOwn: boolean;
}

/** What can be done, and was done, with a message. */
function Below({ message, ...others }: BelowProps): JSX.Element | null {
  if (isOutgoing(message)) return message.error ? <FailedActions message={message} open={others.open} /> : null;
  return (
    <>
      <ReactionBar message={message} open={others.open} />
      <MessageActions message={message} {...others} />
    </>
  );
}

/** Beside the first message of a group. */
const Face = ({ name, isFirst }: { readonly name: string; readonly isFirst: boolean }): JSX.Element =>
  isFirst ? <Avatar name={name} size="small" /> : <span class="avatar-gap" />;

function Said({ message, open }: { readonly message: Message; readonly open: OpenRoom }): JSX.Element {
  return (
    <>
      {message.is_forwarded && <ForwardedFrom message={message} />}
      {message.parent_message && <ReplyQuote parent={message.parent_message} open={open} />}
      {message.attachments.map((attachment) => (
        <AttachmentView key={attachment.id} attachment={attachment} />
      ))}
    </>
  );
}

/** What is not stored yet, or was refused. */
function Going({ message }: { readonly message: Outgoing }): JSX.Element {
  const { forward, media = [] } = optionsOf(message);
  return (
    <>
      {forward !== undefined && <p class="forwarded">Forwarded message</p>}
      {media.map((attachment, at) => (
        <AttachmentView key={at} attachment={attachment} />
      ))}
    </>
  );
}

function Text({ text }: { readonly text: string }): JSX.Element {
  const parts = useMemo(() => partsOf(text), [text]);
  return (
    <p class="text" dir="auto">
      {parts.map(({ text: words, href }, at) =>
        href === undefined ? (
          words
        ) : (
          <a key={at} href={href} target="_blank" rel="noopener noreferrer">
            {words}
          </a>
        ),
      )}
    </p>
  );
}

const TICKS: Readonly<Record<Progress, IconName>> = {
  pending: 'clock',
  failed: 'failed',
  sent: 'check',
  delivered: 'checks',
  read: 'checks',
};

function Meta({ message, receipt }: { readonly message: Shown; readonly receipt: Receipt | null }): JSX.Element {
  return (
    <p class="meta">
      {!isOutgoing(message) && message.is_edited && <span>edited</span>}
      <time dateTime={message.created_at} title={fullTime(message.created_at)}>
        {clockTime(message.created_at)}
      </time>
      {receipt && (
        <span class={`receipt is-${receipt.progress}`} title={receipt.words}>
          <Icon name={TICKS[receipt.progress]} />
          <span class="unseen">{receipt.words}</span>
        </span>
      )}
    </p>
  );
}
