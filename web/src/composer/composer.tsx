import type { Message } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import type { OpenRoom } from '../conversation/open-room.js';
import { send } from '../conversation/sending.js';
import { isOutgoing } from '../conversation/shown-message.js';
import { IconButton } from '../design/button.js';
import { attempt } from '../errors.js';
import { AttachDialog } from './attach-dialog.js';
import { AttachmentChips, EditingNote, ReplyNote } from './composer-notes.js';

/** Pixels. */
const TALLEST = 180;

interface ComposerProps {
  readonly open: OpenRoom;
  readonly maySend: boolean;
}

/** What is being written: a message, an answer, or another text of one that was sent. */
export function Composer({ open, maySend }: ComposerProps): JSX.Element {
  const { self } = useChat();
  const editing = open.editing.value;
  const text = useSignal(editing?.content ?? open.draft.peek() ?? '');
  const isAttaching = useSignal(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useFocus(area, open);
  useLayoutEffect(() => {
    const { current: element } = area;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${String(Math.min(TALLEST, element.scrollHeight))}px`;
  }, [text.value]);

  if (!maySend) return <p class="composer-closed">You can read here, and not write.</p>;

  const attachments = open.attachments.value;
  const isEmpty = text.value.trim() === '' && attachments.length === 0;
  const writes = (words: string): void => {
    text.value = words;
    if (editing) return;
    open.writes(words);
    if (words) open.room.typing();
  };
  const submit = (): void => {
    if (isEmpty) return;
    if (editing) void saves(open, editing, text.value);
    else {
      const replyTo = open.replyTo.value?.id;
      send(open.room, text.value.trim(), {
        ...(replyTo === undefined ? {} : { replyTo }),
        ...(attachments.length === 0 ? {} : { media: attachments }),
      });
      writes('');
      open.replyTo.value = null;
      open.attachments.value = [];
    }
    area.current?.focus();
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape') {
      open.editing.value = null;
      open.replyTo.value = null;
    } else if (event.key === 'ArrowUp' && text.value === '' && !editing) {
      const last = lastOwn(open, self.id);
      if (!last) return;
      event.preventDefault();
      open.editing.value = last;
    }
  };

  return (
    <>
      <form
        class="composer"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <EditingNote open={open} />
        <ReplyNote open={open} />
        <AttachmentChips open={open} />
        <div class="composer-row">
          {!editing && (
            <IconButton
              icon="attach"
              label="Attach something by its address"
              onClick={() => {
                isAttaching.value = true;
              }}
            />
          )}
          <textarea
            ref={area}
            rows={1}
            aria-label="Message"
            placeholder="Write a message"
            dir="auto"
            value={text.value}
            onInput={(event) => {
              writes(event.currentTarget.value);
            }}
            onKeyDown={pressed}
          />
          <IconButton
            class="send"
            type="submit"
            icon={editing ? 'check' : 'send'}
            label={editing ? 'Save' : 'Send'}
            disabled={isEmpty}
          />
        </div>
      </form>
      {isAttaching.value && (
        <AttachDialog
          onClose={() => {
            isAttaching.value = false;
          }}
          onAttach={(attachment) => {
            open.attachments.value = [...open.attachments.value, attachment];
          }}
        />
      )}
    </>
  );
}

/** Where one can type at once: on a phone it would bring up the keyboard. */
function useFocus(area: { readonly current: HTMLTextAreaElement | null }, open: OpenRoom): void {
  const isAnswering = open.replyTo.value !== null || open.editing.value !== null;
  useEffect(() => {
    if (isAnswering || matchMedia('(hover: hover)').matches) area.current?.focus();
  }, [isAnswering]);
}

async function saves(open: OpenRoom, message: Message, text: string): Promise<void> {
  const words = text.trim();
  if (words === message.content || (await attempt(() => open.room.edit(message.id, words)))) open.editing.value = null;
}

function lastOwn(open: OpenRoom, ownId: number): Message | undefined {
  const last = open.messages.value.findLast(
    (message) => !isOutgoing(message) && message.sender.id === ownId && message.content !== '',
  );
  return last && !isOutgoing(last) ? last : undefined;
}
