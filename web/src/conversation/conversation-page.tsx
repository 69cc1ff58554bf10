import type { Message, RoomListEntry } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Composer } from '../composer/composer.js';
import { ConfirmDialog } from '../design/confirm-dialog.js';
import { attempt } from '../errors.js';
import { SearchDialog } from '../search/search-dialog.js';
import { SettingsDialog } from '../settings/settings-dialog.js';
import { ConversationHead } from './conversation-head.js';
import { ForwardDialog } from './forward-dialog.js';
import { History } from './history.js';
import type { OpenRoom } from './open-room.js';
import { rightsIn } from './rights.js';
import type { Rights } from './rights.js';

/** What lies over the conversation. */
export type Overlay =
  { readonly kind: 'settings' | 'search' } | { readonly kind: 'delete' | 'forward'; readonly message: Message };

export function ConversationPage({ entry }: { readonly entry: RoomListEntry }): JSX.Element {
  const chat = useChat();
  const open = useMemo(
    () => chat.openRooms.show(entry.id, entry.unread_count > 0 ? entry.last_read_seq : undefined),
    [entry.id],
  );
  const overlay = useSignal<Overlay | null>(null);
  const rights = rightsIn(open.info.value, open.members.value, chat.self);
  return (
    <>
      <ConversationHead entry={entry} rights={rights} overlay={overlay} />
      <History open={open} entry={entry} rights={rights} overlay={overlay} />
      <Composer key={`${open.id} ${open.editing.value?.id ?? ''}`} open={open} maySend={rights.maySend} />
      {overlay.value && (
        <Over
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

interface OverProps {
  readonly shown: Overlay;
  readonly entry: RoomListEntry;
  readonly open: OpenRoom;
  readonly rights: Rights;
  readonly onClose: () => void;
}

function Over({ shown, entry, open, rights, onClose }: OverProps): JSX.Element {
  switch (shown.kind) {
    case 'settings':
      return <SettingsDialog open={open} rights={rights} onClose={onClose} />;
    case 'search':
      return <SearchDialog entry={entry} onClose={onClose} />;
    case 'forward':
      return <ForwardDialog message={shown.message} onClose={onClose} />;
    case 'delete':
      return (
        <ConfirmDialog
          title="Delete this message?"
          question="It is removed for everybody in the room."
          verb="Delete"
          onConfirm={() => void attempt(() => open.room.delete(shown.message.id))}
          onClose={onClose}
        />
      );
  }
}
