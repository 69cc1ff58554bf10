import type { Message } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { IconButton } from '../design/button.js';
import { copyText } from '../design/clipboard.js';
import { rove } from '../design/roving.js';
import { attempt } from '../errors.js';
import type { OpenRoom } from './open-room.js';
import type { Overlay } from './overlay.js';
import { OFFERED } from './reactions.js';
import type { Rights } from './rights.js';

interface MessageActionsProps {
  readonly message: Message;
  readonly open: OpenRoom;
  readonly isOwn: boolean;
  readonly rights: Rights;
  readonly overlay: Signal<Overlay | null>;
}

/** The actions of a message. */
export function MessageActions({ message, open, isOwn, rights, overlay }: MessageActionsProps): JSX.Element {
  const { preferences } = useChat();
  const isPicking = useSignal(false);
  const openOverlay = (kind: 'delete' | 'forward') => () => {
    overlay.value = { kind, message };
  };
  return (
    <div
      class="actions"
      role="toolbar"
      aria-label="Message actions"
      onKeyDown={(event) => {
        rove(event, 'button');
        if (event.key === 'Escape') isPicking.value = false;
        event.stopPropagation();
      }}
    >
      {isPicking.value ? (
        <EmojiPicker message={message} open={open} isPicking={isPicking} />
      ) : (
        <>
          <IconButton
            icon="smile"
            label="React"
            aria-haspopup="true"
            onClick={() => {
              isPicking.value = true;
            }}
          />
          <ReplyButtons {...{ message, open, rights, overlay }} />
          <IconButton icon="forward" label="Forward" onClick={openOverlay('forward')} />
          <IconButton
            icon="unread"
            label="Mark as unread from here"
            onClick={() => void attempt(() => preferences.markUnread(open.id, message.seq))}
          />
          <SaveButton message={message} />
          {rights.mayPin && <PinButton message={message} />}
          {message.content && (
            <IconButton icon="copy" label="Copy text" onClick={() => void copyText(message.content, 'Copied.')} />
          )}
          {isOwn && message.content && (
            <IconButton
              icon="edit"
              label="Edit"
              onClick={() => {
                open.replyTo.value = null;
                open.editing.value = message;
              }}
            />
          )}
          {(isOwn || rights.isLeader) && <IconButton icon="trash" label="Delete" onClick={openOverlay('delete')} />}
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
          label="Reply"
          onClick={() => {
            open.editing.value = null;
            open.replyTo.value = message;
          }}
        />
      )}
      {!message.thread && (
        <IconButton
          icon="thread"
          label="Reply in thread"
          onClick={() => {
            overlay.value = { kind: 'thread', threadId: message.id };
          }}
        />
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
      label={message.pinned ? 'Unpin' : 'Pin'}
      aria-pressed={message.pinned !== null}
      onClick={() => void attempt(() => pins[message.pinned ? 'unpin' : 'pin'](roomId, message.id), PIN_ERRORS)}
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
      label={isSaved ? 'Remove from saved' : 'Save for later'}
      aria-pressed={isSaved}
      onClick={() =>
        void attempt(
          () => (isSaved ? preferences.removeSaved(roomId, message.id) : preferences.saveMessage(roomId, message.id)),
          SAVE_ERRORS,
        )
      }
    />
  );
}

const SAVE_ERRORS = { 4005: 'You have saved the most messages that you may save.' };

const PIN_ERRORS = { 4005: 'This room has the most pinned messages that it may have.' };

interface EmojiPickerProps {
  readonly message: Message;
  readonly open: OpenRoom;
  readonly isPicking: Signal<boolean>;
}

function EmojiPicker({ message, open, isPicking }: EmojiPickerProps): JSX.Element {
  return (
    <>
      {OFFERED.map(([emoji, name], at) => (
        <button
          key={emoji}
          ref={(button) => {
            if (at === 0 && button && !button.parentElement?.contains(document.activeElement)) button.focus();
          }}
          type="button"
          class="icon-button emoji"
          aria-label={name}
          title={name}
          onClick={() => {
            isPicking.value = false;
            void attempt(() => open.room.react(message.id, emoji));
          }}
        >
          {emoji}
        </button>
      ))}
      <IconButton
        icon="close"
        label="Close reactions"
        onClick={() => {
          isPicking.value = false;
        }}
      />
    </>
  );
}
