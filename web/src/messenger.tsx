import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { useChat } from './chat/chat-context.js';
import { ConnectionBanner } from './chat/connection-banner.js';
import { ConversationPage } from './conversation/conversation-page.js';
import { elementChild } from './design/element-child.js';
import { Icon } from './design/icon.js';
import { onDemand } from './design/on-demand.js';
import { t, withAllTexts } from './languages/translate.js';
import { UpdateBanner } from './installation/update-banner.js';
import { showList, shownRoomId } from './location.js';
import { pageDialog } from './page-dialog.js';
import { shownPerson } from './people/shown-person.js';
import { accountRights } from './session/account-rights.js';
import { Sidebar } from './rooms/sidebar.js';
import type { RoomList } from './rooms/room-list.js';

const JoinPage = onDemand(async () => (await withAllTexts(import('./rooms/join-page.js'))).JoinPage);
const PageDialogs = onDemand(async () => (await withAllTexts(import('./page-dialogs.js'))).PageDialogs);
const PersonDialog = onDemand(async () => (await withAllTexts(import('./people/person-dialog.js'))).PersonDialog);

/** They are loaded after the first view. @returns a function that ends them */
function startShortcuts(rooms: RoomList): () => void {
  const ends: (() => void)[] = [];
  let isOver = false;
  withAllTexts(import('./switcher/shortcuts.js')).then(
    ({ handleShortcuts }) => {
      if (!isOver) ends.push(handleShortcuts(rooms));
    },
    // Without a network the page works without them.
    () => undefined,
  );
  return () => {
    isOver = true;
    for (const end of ends) end();
  };
}

/** They are read after the first view. */
function readRights(): void {
  import('./session/read-rights.js').then(
    (script) => script.readRights(),
    // Without a network nothing is offered that needs them.
    () => undefined,
  );
}

const closeDialog = (): void => {
  pageDialog.value = null;
};

const closePerson = (): void => {
  shownPerson.value = null;
};

/** Whether the user is a member is known when the rooms are loaded. */
const CurrentRoom = elementChild(({ roomId }: { readonly roomId: string }): JSX.Element | null => {
  const { rooms } = useChat();
  const entry = rooms.entry(roomId);
  if (entry) return <ConversationPage entry={entry} />;
  return rooms.isLoaded.value ? <JoinPage roomId={roomId} onClose={showList} /> : null;
});

/** The list of rooms and the selected room. */
export const Messenger = elementChild((): JSX.Element => {
  const { rooms, state } = useChat();
  const roomId = shownRoomId.value;
  const isOnline = state.value === 'online';
  useEffect(() => {
    if (isOnline && !accountRights.peek()) readRights();
  }, [isOnline]);
  useEffect(() => {
    const endShortcuts = startShortcuts(rooms);
    return () => {
      endShortcuts();
      closeDialog();
      closePerson();
      accountRights.value = null;
    };
  }, []);
  return (
    <div class={roomId === null ? 'messenger' : 'messenger has-room'}>
      <div class="banner-area">
        <ConnectionBanner />
        <UpdateBanner />
      </div>
      <Sidebar />
      <main class="main-pane">
        {roomId === null ? <NoRoomSelected /> : <CurrentRoom key={roomId} roomId={roomId} />}
      </main>
      {pageDialog.value && <PageDialogs shown={pageDialog.value} onClose={closeDialog} />}
      {shownPerson.value && <PersonDialog user={shownPerson.value} onClose={closePerson} />}
    </div>
  );
});

function NoRoomSelected(): JSX.Element {
  return (
    <div class="empty">
      <Icon name="smile" />
      <h1>{t('messenger.noRoom')}</h1>
      <p class="muted">{t('messenger.chooseRoom')}</p>
    </div>
  );
}
