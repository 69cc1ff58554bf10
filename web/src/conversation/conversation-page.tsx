import type { RoomListEntry } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Composer } from '../composer/composer.js';
import { onDemand } from '../design/on-demand.js';
import { ScheduledNote } from '../scheduled/scheduled-note.js';
import { ConversationHead } from './conversation-head.js';
import { History } from './history.js';
import type { Overlay } from './overlay.js';
import { rightsIn } from './rights.js';
import { useOpenRoom } from './use-open-room.js';

const OverlayView = onDemand(async () => (await import('./overlay.js')).OverlayView);

export function ConversationPage({ entry }: { readonly entry: RoomListEntry }): JSX.Element {
  const chat = useChat();
  const { open, isListed, number } = useOpenRoom(entry);
  const overlay = useSignal<Overlay | null>(null);
  const rights = rightsIn(open.info.value, open.members.value, chat.self);
  return (
    <>
      <ConversationHead entry={entry} rights={rights} overlay={overlay} />
      <History {...{ open, entry, rights, overlay }} visit={number} reportsReading={isListed} />
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
