import type { RoomListEntry } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Composer } from '../composer/composer.js';
import { onDemand } from '../design/on-demand.js';
import { ScheduledNote } from '../scheduled/scheduled-note.js';
import { ConversationHead } from './conversation-head.js';
import { History } from './history.js';
import type { Overlay } from './overlay.js';
import { rightsIn } from './rights.js';

const OverlayView = onDemand(async () => (await import('./overlay.js')).OverlayView);

export function ConversationPage({ entry }: { readonly entry: RoomListEntry }): JSX.Element {
  const chat = useChat();
  const open = useMemo(() => {
    const marked = chat.preferences.enter(entry.id);
    const unread = entry.unread_count > 0 ? entry.last_read_seq : undefined;
    return chat.openRooms.show(entry.id, marked === undefined ? unread : marked - 1);
  }, [entry.id]);
  const overlay = useSignal<Overlay | null>(null);
  const rights = rightsIn(open.info.value, open.members.value, chat.self);
  return (
    <>
      <ConversationHead entry={entry} rights={rights} overlay={overlay} />
      <History open={open} entry={entry} rights={rights} overlay={overlay} />
      <ScheduledNote roomId={entry.id} />
      <Composer
        key={`${open.id} ${open.editing.value?.id ?? ''}`}
        open={open}
        type={entry.type}
        maySend={rights.maySend}
      />
      {overlay.value && (
        <OverlayView
          {...{ entry, open, rights }}
          shown={overlay.value}
          onClose={() => {
            overlay.value = null;
          }}
        />
      )}
    </>
  );
}
