import type { JSX } from 'preact';

import { useChat } from './chat/chat-context.js';
import { ConnectionBanner } from './chat/connection-banner.js';
import { ConversationPage } from './conversation/conversation-page.js';
import { Icon } from './design/icon.js';
import { shownRoomId } from './location.js';
import { JoinPage } from './rooms/join-page.js';
import { Sidebar } from './rooms/sidebar.js';

/** The rooms, and the one that is shown. */
export function Messenger(): JSX.Element {
  const roomId = shownRoomId.value;
  return (
    <div class={roomId === null ? 'messenger' : 'messenger has-room'}>
      <ConnectionBanner />
      <Sidebar />
      <main class="stage">{roomId === null ? <NothingShown /> : <Shown key={roomId} roomId={roomId} />}</main>
    </div>
  );
}

/** Which of the two it is, is known once the rooms are. */
function Shown({ roomId }: { readonly roomId: string }): JSX.Element | null {
  const { rooms } = useChat();
  const entry = rooms.entry(roomId);
  if (entry) return <ConversationPage entry={entry} />;
  return rooms.isLoaded.value ? <JoinPage roomId={roomId} /> : null;
}

function NothingShown(): JSX.Element {
  return (
    <div class="empty">
      <Icon name="smile" />
      <h1>Nothing is open</h1>
      <p class="muted">Choose a room, or begin a new one.</p>
    </div>
  );
}
