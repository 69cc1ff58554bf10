import type { Message, Outgoing } from '@parley/client';
import { isMentioned, optionsOf } from '@parley/react/state';
import { useComputed } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { Icon } from '../design/icon.js';
import type { IconName } from '../design/icon.js';
import { onDemand } from '../design/on-demand.js';
import { clockTime, fullTime } from '../design/times.js';
import { t, withAllTexts } from '../languages/translate.js';
import { PersonButton } from '../people/person-button.js';
import { personName } from '../rooms/names.js';
import { AttachmentList } from './attachment-list.js';
import { AttachmentView } from './attachment-view.js';
import type { MessageRow } from './message-rows.js';
import { MessageText } from './message-text.js';
import type { OpenRoom } from './open-room.js';
import type { Overlay } from './overlay.js';
import { ForwardedFrom, ReplyQuote } from './quote.js';
import { ReactionBar } from './reaction-bar.js';
import type { Progress, Receipt } from './receipts.js';
import type { Rights } from './rights.js';
import { ThreadLine } from './thread-line.js';
import { isOutgoing } from './shown-message.js';
import type { ShownMessage } from './shown-message.js';

const MessageActions = onDemand(async () => (await withAllTexts(import('./message-actions.js'))).MessageActions);
const PollView = onDemand(async () => (await withAllTexts(import('./poll-view.js'))).PollView);
const LinkPreviewList = onDemand(async () => (await import('./link-preview-list.js')).LinkPreviewList);
const FailedActions = onDemand(async () => (await import('./failed-actions.js')).FailedActions);

export interface MessageViewProps {
  readonly row: MessageRow;
  readonly open: OpenRoom;
  readonly rights: Rights;
  readonly overlay: Signal<Overlay | null>;
  /** Null for messages of other users. */
  readonly receipt: Receipt | null;
  readonly isGroup: boolean;
  /** Whether it is the tab stop of the list. The arrow keys move on from there. */
  readonly isTabStop: boolean;
  readonly isTarget: boolean;
}

export function MessageView(props: MessageViewProps): JSX.Element {
  const { row, open, rights, overlay, isGroup, isTabStop, isTarget } = props;
  const { self } = useChat();
  const { message, isOwn } = row;
  const isActive = useComputed(() => open.activeMessage.value === row.key);
  const name = isOutgoing(message) ? self.username : personName(message.sender);
  const time = clockTime(message.created_at);
  return (
    <article
      class={isTarget ? 'message is-target' : 'message'}
      data-message={isOutgoing(message) ? undefined : message.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={isOwn ? t('conversation.ownMessage', { time }) : t('conversation.messageOf', { name, time })}
    >
      {isGroup && !isOwn && <SenderAvatar name={name} message={message} isFirst={row.isGroupStart} />}
      <div class="message-body">
        <Bubble {...props} />
        <MessageFooter {...{ message, open, isOwn, rights, overlay }} />
      </div>
      {isActive.value && !isOutgoing(message) && (
        <div class="actions-space">
          <MessageActions {...{ message, open, isOwn, rights, overlay }} />
        </div>
      )}
    </article>
  );
}

/** The name of the sender is shown once for a group of messages. */
function Bubble({ row, open, rights, receipt, overlay, isGroup }: MessageViewProps): JSX.Element {
  const { self } = useChat();
  const { message, isOwn, isGroupStart } = row;
  const mentionsSelf = !isOwn && mentions(message, self.id);
  return (
    <div class={bubbleClass(receipt, mentionsSelf)}>
      {mentionsSelf && <span class="visually-hidden">{t('conversation.mentionsYou')}</span>}
      {isGroup && isGroupStart && !isOwn && <SenderName message={message} />}
      {isOutgoing(message) ? <OutgoingContent message={message} /> : <StoredContent message={message} open={open} />}
      <div class="bubble-text">
        {message.content && <MessageText message={message} />}
        <MessageParts {...{ message, isOwn, rights }} />
        <Meta {...{ message, receipt, overlay }} />
      </div>
    </div>
  );
}

const SenderName = ({ message }: { readonly message: ShownMessage }): JSX.Element | null =>
  isOutgoing(message) ? null : (
    <p class="sender">
      <PersonButton user={message.sender} isTabStop={false} />
    </p>
  );

type MessagePartsProps = Pick<MessageRow, 'message' | 'isOwn'> & Pick<MessageViewProps, 'rights'>;

/** The poll of a message, and the previews of its links. */
function MessageParts({ message, isOwn, rights }: MessagePartsProps): JSX.Element | null {
  if (isOutgoing(message)) return null;
  const { poll, link_previews: previews } = message;
  return (
    <>
      {poll && <PollView {...{ message, poll }} mayClose={isOwn || rights.isLeader} />}
      {previews.length > 0 && <LinkPreviewList {...{ message, isOwn }} />}
    </>
  );
}

const mentions = (message: ShownMessage, userId: number): boolean =>
  !isOutgoing(message) && isMentioned(message, userId);

function bubbleClass(receipt: Receipt | null, mentionsSelf: boolean): string {
  if (receipt?.progress === 'failed') return 'bubble is-failed';
  return mentionsSelf ? 'bubble is-mention' : 'bubble';
}

interface MessageFooterProps extends Pick<MessageViewProps, 'open' | 'rights' | 'overlay'> {
  readonly message: ShownMessage;
  readonly isOwn: boolean;
}

/** The reactions and the thread below a message. */
function MessageFooter({ message, ...others }: MessageFooterProps): JSX.Element | null {
  if (isOutgoing(message)) return message.error ? <FailedActions message={message} open={others.open} /> : null;
  return (
    <>
      <ReactionBar message={message} open={others.open} />
      <ThreadLine message={message} overlay={others.overlay} />
    </>
  );
}

interface SenderAvatarProps {
  readonly name: string;
  readonly message: ShownMessage;
  readonly isFirst: boolean;
}

/** Shown beside the first message of a group. */
const SenderAvatar = ({ name, message, isFirst }: SenderAvatarProps): JSX.Element =>
  isFirst && !isOutgoing(message) ? (
    <Avatar name={name} url={message.sender.avatar} size="small" />
  ) : (
    <span class="avatar-gap" />
  );

function StoredContent({ message, open }: { readonly message: Message; readonly open: OpenRoom }): JSX.Element {
  return (
    <>
      {message.is_forwarded && <ForwardedFrom message={message} around={() => open.messages.peek()} />}
      {message.parent_message && <ReplyQuote parent={message.parent_message} open={open} />}
      <AttachmentList message={message} around={() => open.messages.peek()} />
    </>
  );
}

/** The content of a message that is queued or was refused. */
function OutgoingContent({ message }: { readonly message: Outgoing }): JSX.Element {
  const { forward, media = [] } = optionsOf(message);
  return (
    <>
      {forward !== undefined && <p class="forwarded">{t('conversation.forwardedMessage')}</p>}
      {media.map((attachment, at) => (
        <AttachmentView key={at} attachment={attachment} />
      ))}
    </>
  );
}

const PinMark = ({ by }: { readonly by: string }): JSX.Element => (
  <span class="pinned" title={t('conversation.pinnedBy', { name: by })}>
    <Icon name="pin" />
    <span class="visually-hidden">{t('conversation.pinned')}</span>
  </span>
);

const SavedMark = ({ messageId }: { readonly messageId: string }): JSX.Element | null =>
  useChat().preferences.savedMessage(messageId) ? (
    <span class="saved-mark" title={t('conversation.saved')}>
      <Icon name="bookmark" />
      <span class="visually-hidden">{t('conversation.saved')}</span>
    </span>
  ) : null;

const TICKS: Readonly<Record<Progress, IconName>> = {
  pending: 'clock',
  failed: 'failed',
  sent: 'check',
  delivered: 'checks',
  'partly-read': 'checks',
  read: 'checks',
};

interface ReceiptProps extends Pick<MessageViewProps, 'overlay'> {
  readonly message: ShownMessage;
  readonly receipt: Receipt;
}

/** The ticks of a message. The ticks of a stored message show which members have received it. */
function ReceiptView({ message, receipt: { progress, label, share }, overlay }: ReceiptProps): JSX.Element {
  const ticks = (
    <>
      <Icon name={TICKS[progress]} />
      {share !== undefined && <span aria-hidden="true">{share}</span>}
      <span class="visually-hidden">{label}</span>
    </>
  );
  if (isOutgoing(message)) {
    return (
      <span class={`receipt is-${progress}`} title={label}>
        {ticks}
      </span>
    );
  }
  return (
    <button
      type="button"
      class={`receipt is-${progress}`}
      title={label}
      aria-haspopup="dialog"
      tabIndex={-1}
      onClick={() => (overlay.value = { kind: 'receipts', message })}
    >
      {ticks}
    </button>
  );
}

interface MetaProps extends Pick<MessageViewProps, 'overlay' | 'receipt'> {
  readonly message: ShownMessage;
}

function Meta({ message, receipt, overlay }: MetaProps): JSX.Element {
  return (
    <p class="meta">
      {!isOutgoing(message) && message.pinned && <PinMark by={personName(message.pinned.by)} />}
      {!isOutgoing(message) && <SavedMark messageId={message.id} />}
      {!isOutgoing(message) && message.is_edited && <span>{t('conversation.edited')}</span>}
      <time dateTime={message.created_at} title={fullTime(message.created_at)}>
        {clockTime(message.created_at)}
      </time>
      {receipt && <ReceiptView {...{ message, receipt, overlay }} />}
    </p>
  );
}
