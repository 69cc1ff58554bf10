import type { JSX } from 'preact';

import { useChat } from './chat/chat-context.js';
import { ConnectionBanner } from './chat/connection-banner.js';
import { ConversationPage } from './conversation/conversation-page.js';
import { Icon } from './design/icon.js';
import { t } from './languages/translate.js';
import { shownRoomId } from './location.js';
import { JoinPage } from './rooms/join-page.js';
import { Sidebar } from './rooms/sidebar.js';

/** The list of rooms and the selected room. */
export function Messenger(): JSX.Element {
  const roomId = shownRoomId.value;
  return (
    <div class={roomId === null ? 'messenger' : 'messenger has-room'}>
      <ConnectionBanner />
      <Sidebar />
      <main class="main-pane">
        {roomId === null ? <NoRoomSelected /> : <CurrentRoom key={roomId} roomId={roomId} />}
      </main>
    </div>
  );
}

/** Whether the user is a member is known when the rooms are loaded. */
function CurrentRoom({ roomId }: { readonly roomId: string }): JSX.Element | null {
  const { rooms } = useChat();
  const entry = rooms.entry(roomId);
  if (entry) return <ConversationPage entry={entry} />;
  return rooms.isLoaded.value ? <JoinPage roomId={roomId} /> : null;
}

function NoRoomSelected(): JSX.Element {
  return (
    <div class="empty">
      <Icon name="smile" />
      <h1>{t('messenger.noRoom')}</h1>
      <p class="muted">{t('messenger.chooseRoom')}</p>
    </div>
  );
}
