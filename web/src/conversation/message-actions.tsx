import type { Message } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { IconButton } from '../design/button.js';
import { copyText } from '../design/clipboard.js';
import { rove } from '../design/roving.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import type { OpenRoom } from './open-room.js';
import type { Overlay } from './overlay.js';
import { keepPlaced } from './place-actions.js';
import { addReaction, OFFERED } from './reactions.js';
import { mayRestrict } from './rights.js';
import type { Rights } from './rights.js';

interface MessageActionsProps {
  readonly message: Message;
  readonly open: OpenRoom;
  readonly isOwn: boolean;
  readonly rights: Rights;
  readonly overlay: Signal<Overlay | null>;
}

export function MessageActions({ message, open, isOwn, rights, overlay }: MessageActionsProps): JSX.Element {
  const { preferences } = useChat();
  const isPicking = useSignal(false);
  const toolbar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (toolbar.current) return keepPlaced(toolbar.current);
    return undefined;
  }, [isPicking.value]);
  const openOverlay = (kind: 'delete' | 'forward') => () => {
    overlay.value = { kind, message };
  };
  return (
    <div
      ref={toolbar}
      class={isPicking.value ? 'actions is-picking' : 'actions'}
      role="toolbar"
      aria-label={t('conversation.messageActions')}
      onKeyDown={(event) => {
        rove(event, 'button');
        if (event.key === 'Escape') isPicking.value = false;
        event.stopPropagation();
      }}
    >
      {isPicking.value ? (
        <OfferedReactions
          {...{ message, open, isPicking }}
          onMore={() => {
            const row = toolbar.current?.closest<HTMLElement>('.message');
            // The focus returns to it: the button goes with the offered reactions.
            row?.focus();
            isPicking.value = false;
            overlay.value = { kind: 'reaction', message, anchor: row?.querySelector('.bubble') ?? null };
          }}
        />
      ) : (
        <>
          <IconButton
            icon="smile"
            label={t('conversation.react')}
            aria-haspopup="true"
            onClick={() => (isPicking.value = true)}
          />
          <ReplyButtons {...{ message, open, rights, overlay }} />
          <IconButton icon="forward" label={t('conversation.forward')} onClick={openOverlay('forward')} />
          <IconButton
            icon="unread"
            label={t('conversation.markUnread')}
            onClick={() => void attempt(() => preferences.markUnread(open.id, message.seq))}
          />
          <SaveButton message={message} />
          {rights.mayPin && <PinButton message={message} />}
          {message.content && (
            <IconButton
              icon="copy"
              label={t('conversation.copyText')}
              onClick={() => void copyText(message.content, t('conversation.copied'))}
            />
          )}
          {isOwn && message.content && (
            <IconButton
              icon="edit"
              label={t('design.edit')}
              onClick={() => {
                open.replyTo.value = null;
                open.editing.value = message;
              }}
            />
          )}
          {!isOwn && <SenderButtons {...{ message, open, rights, overlay }} />}
          {(isOwn || rights.isLeader) && (
            <IconButton icon="trash" label={t('design.delete')} onClick={openOverlay('delete')} />
          )}
        </>
      )}
    </div>
  );
}

function ReplyButtons({ message, open, rights, overlay }: Omit<MessageActionsProps, 'isOwn'>): JSX.Element {
  return (
    <>
      {rights.maySend && (
        <IconButton
          icon="reply"
          label={t('conversation.reply')}
          onClick={() => {
            open.editing.value = null;
            open.replyTo.value = message;
          }}
        />
      )}
      {!message.thread && (
        <IconButton
          icon="thread"
          label={t('conversation.replyInThread')}
          onClick={() => (overlay.value = { kind: 'thread', threadId: message.id })}
        />
      )}
    </>
  );
}

function SenderButtons({ message, open, rights, overlay }: Omit<MessageActionsProps, 'isOwn'>): JSX.Element {
  const openOverlay = (kind: 'report' | 'restrict') => () => {
    overlay.value = { kind, message };
  };
  return (
    <>
      <IconButton icon="flag" label={t('conversation.report')} onClick={openOverlay('report')} />
      {mayRestrict(open.info.value, rights, message) && (
        <IconButton icon="shield" label={t('conversation.restrict')} onClick={openOverlay('restrict')} />
      )}
    </>
  );
}

function PinButton({ message }: { readonly message: Message }): JSX.Element {
  const { pins } = useChat();
  const roomId = message.room.id;
  return (
    <IconButton
      icon="pin"
      label={t(message.pinned ? 'conversation.unpin' : 'conversation.pin')}
      aria-pressed={message.pinned !== null}
      onClick={() =>
        void attempt(() => pins[message.pinned ? 'unpin' : 'pin'](roomId, message.id), {
          4005: t('conversation.tooManyPins'),
        })
      }
    />
  );
}

function SaveButton({ message }: { readonly message: Message }): JSX.Element {
  const { preferences } = useChat();
  const isSaved = preferences.savedMessage(message.id) !== undefined;
  const roomId = message.room.id;
  return (
    <IconButton
      icon="bookmark"
      label={t(isSaved ? 'conversation.removeFromSaved' : 'conversation.saveForLater')}
      aria-pressed={isSaved}
      onClick={() =>
        void attempt(
          () => (isSaved ? preferences.removeSaved(roomId, message.id) : preferences.saveMessage(roomId, message.id)),
          { 4005: t('conversation.tooManySaved') },
        )
      }
    />
  );
}

interface OfferedReactionsProps {
  readonly message: Message;
  readonly open: OpenRoom;
  readonly isPicking: Signal<boolean>;
  readonly onMore: () => void;
}

function OfferedReactions({ message, open, isPicking, onMore }: OfferedReactionsProps): JSX.Element {
  return (
    <>
      {OFFERED.map(([emoji, nameKey], at) => (
        <button
          key={emoji}
          ref={(button) => {
            if (at === 0 && button && !button.parentElement?.contains(document.activeElement)) button.focus();
          }}
          type="button"
          class="icon-button emoji"
          aria-label={t(nameKey)}
          title={t(nameKey)}
          onClick={() => {
            isPicking.value = false;
            void addReaction(open.room, message.id, emoji);
          }}
        >
          {emoji}
        </button>
      ))}
      <IconButton icon="plus" label={t('conversation.moreReactions')} onClick={onMore} />
      <IconButton icon="close" label={t('conversation.closeReactions')} onClick={() => (isPicking.value = false)} />
    </>
  );
}
