import type { Message } from '@parley/client';
import type { PinPage } from '@parley/client/conversations';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { summaryFor } from '../blocking/collapsing.js';
import { useChat } from '../chat/chat-context.js';
import { useLoad } from '../chat/use-load.js';
import { Button, IconButton } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { rove } from '../design/roving.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import { MessageChoice } from './message-choice.js';
import type { OpenRoom } from './open-room.js';
import type { Rights } from './rights.js';

interface PinsDialogProps {
  readonly open: OpenRoom;
  readonly rights: Rights;
  readonly onClose: () => void;
}

/** The pinned messages of a room, each of which leads to its place in the conversation. */
export function PinsDialog({ open, rights, onClose }: PinsDialogProps): JSX.Element {
  const { parley, pins } = useChat();
  const page = useSignal<PinPage | null>(null);

  const load = useLoad(async () => {
    page.value = await pins.list(open.id);
  }, open.id);
  useEffect(
    () =>
      parley.on('pin', ({ roomId }) => {
        if (roomId === open.id) void load();
      }),
    [open.id],
  );

  const loadMore = (): Promise<boolean> =>
    attempt(async () => {
      const before = page.value;
      if (!before?.next_cursor) return;
      const next = await pins.list(open.id, { cursor: before.next_cursor });
      // Ignored when the list has changed meanwhile.
      if (page.value === before) page.value = { ...next, messages: [...before.messages, ...next.messages] };
    });

  const goTo = (message: Message): void => {
    onClose();
    void open.goTo(message);
  };

  return (
    <Dialog title={t('conversation.pinnedMessages')} onClose={onClose} isWide>
      <p class="muted search-count" role="status">
        {page.value?.messages.length === 0 && t('conversation.noPinnedMessages')}
      </p>
      <ul class="choices" onKeyDown={(event) => rove(event, 'button.choice')}>
        {page.value?.messages.map((message) => (
          <PinRow
            key={message.id}
            message={message}
            onChoose={() => goTo(message)}
            onUnpin={rights.mayPin ? () => void attempt(() => pins.unpin(open.id, message.id)) : undefined}
          />
        ))}
      </ul>
      {page.value?.next_cursor && <Button onClick={() => void loadMore()}>{t('design.more')}</Button>}
    </Dialog>
  );
}

interface PinRowProps {
  readonly message: Message;
  readonly onChoose: () => void;
  /** Undefined: the user may not unpin it. */
  readonly onUnpin: (() => void) | undefined;
}

function PinRow({ message, onChoose, onUnpin }: PinRowProps): JSX.Element {
  const chat = useChat();
  const { pinned } = message;
  return (
    <li class="pin-row">
      <MessageChoice
        sender={message.sender}
        note={pinned ? t('conversation.pinnedBy', { name: personName(pinned.by) }) : undefined}
        time={message.created_at}
        text={summaryFor(chat, message)}
        onChoose={onChoose}
      />
      {onUnpin && <IconButton icon="close" label={t('conversation.unpin')} onClick={onUnpin} />}
    </li>
  );
}
