import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { APP_NAME } from '../deployment.js';
import { Avatar } from '../design/avatar.js';
import { Button, IconButton } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { rove } from '../design/roving.js';
import { ThemeButton } from '../design/theme.js';
import { SearchDialog } from '../search/search-dialog.js';
import { logOut } from '../session/session.js';
import { OwnSettingsDialog } from '../settings/own-settings-dialog.js';
import { InvitationList } from './invitation-list.js';
import { roomName } from './names.js';
import { NewRoomDialog } from './new-room-dialog.js';
import { RoomRow } from './room-row.js';

/** The filter is shown for more rooms than this. */
const FILTER_FROM = 6;

export function Sidebar(): JSX.Element {
  const { self } = useChat();
  const dialog = useSignal<'new' | 'search' | 'settings' | null>(null);
  const close = (): void => {
    dialog.value = null;
  };
  return (
    <nav class="sidebar" aria-label="Rooms">
      <header class="sidebar-head">
        <Avatar name={self.username} />
        <p class="sidebar-title">
          <strong>{APP_NAME}</strong>
          <span class="muted">{self.username}</span>
        </p>
        <IconButton
          icon="search"
          label="Search messages"
          onClick={() => {
            dialog.value = 'search';
          }}
        />
        <ThemeButton />
        <IconButton
          icon="settings"
          label="Settings"
          onClick={() => {
            dialog.value = 'settings';
          }}
        />
        <IconButton icon="logOut" label="Log out" onClick={() => void logOut()} />
      </header>
      <InvitationList />
      <RoomRows />
      <footer class="sidebar-foot">
        <Button
          kind="primary"
          onClick={() => {
            dialog.value = 'new';
          }}
        >
          <Icon name="plus" /> New conversation
        </Button>
      </footer>
      {dialog.value === 'new' && <NewRoomDialog onClose={close} />}
      {dialog.value === 'settings' && <OwnSettingsDialog onClose={close} />}
      {dialog.value === 'search' && <SearchDialog onClose={close} />}
    </nav>
  );
}

function RoomRows(): JSX.Element {
  const { rooms } = useChat();
  const filter = useSignal('');
  if (!rooms.isLoaded.value) return <Skeletons />;
  const all = rooms.sorted.value;
  const query = filter.value.trim().toLocaleLowerCase();
  const shown = all.filter((entry) => roomName(entry).toLocaleLowerCase().includes(query));
  return (
    <div class="room-list">
      {all.length > FILTER_FROM && (
        <input
          class="input room-filter"
          type="search"
          placeholder="Filter rooms"
          aria-label="Filter rooms"
          value={filter.value}
          onInput={(event) => {
            filter.value = event.currentTarget.value;
          }}
        />
      )}
      {shown.length === 0 ? (
        <p class="muted room-list-empty">{all.length === 0 ? 'No conversations yet.' : 'No rooms found.'}</p>
      ) : (
        <ul
          onKeyDown={(event) => {
            rove(event, 'a');
          }}
        >
          {shown.map((entry, at) => (
            <RoomRow key={entry.id} entry={entry} isFirst={at === 0} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Skeletons(): JSX.Element {
  return (
    <div class="room-list" aria-busy="true" aria-label="Loading rooms" role="status">
      {[1, 2, 3, 4, 5].map((each) => (
        <div key={each} class="skeleton-row">
          <span class="skeleton skeleton-avatar" />
          <span class="skeleton skeleton-text" />
        </div>
      ))}
    </div>
  );
}
