import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { APP_NAME } from '../deployment.js';
import { Avatar } from '../design/avatar.js';
import { Button, IconButton } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { ThemeButton } from '../design/theme.js';
import { DirectoryDialog } from '../people/directory-dialog.js';
import { SearchDialog } from '../search/search-dialog.js';
import { logOut } from '../session/session.js';
import { OwnSettingsDialog } from '../settings/own-settings-dialog.js';
import { ThreadsDialog } from '../threads/threads-dialog.js';
import { InvitationList } from './invitation-list.js';
import { LaterDialog } from './later-dialog.js';
import { NewRoomDialog } from './new-room-dialog.js';
import { RoomRows } from './room-rows.js';

export function Sidebar(): JSX.Element {
  const { self, unreadThreads } = useChat();
  const dialog = useSignal<'new' | 'directory' | 'search' | 'settings' | 'threads' | 'saved' | null>(null);
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
        <IconButton
          icon="user"
          label="Directory"
          onClick={() => {
            dialog.value = 'directory';
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
      <div class="sidebar-views">
        <Button
          onClick={() => {
            dialog.value = 'threads';
          }}
        >
          <Icon name="thread" /> Threads
          {unreadThreads.any.value && (
            <span class="badge badge-dot" title="Unread replies">
              <span class="visually-hidden">(unread replies)</span>
            </span>
          )}
        </Button>
        <Button
          onClick={() => {
            dialog.value = 'saved';
          }}
        >
          <Icon name="bookmark" /> Saved
        </Button>
      </div>
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
      {dialog.value === 'directory' && <DirectoryDialog onClose={close} />}
      {dialog.value === 'threads' && <ThreadsDialog onClose={close} />}
      {dialog.value === 'saved' && <LaterDialog onClose={close} />}
      {dialog.value === 'settings' && <OwnSettingsDialog onClose={close} />}
      {dialog.value === 'search' && <SearchDialog onClose={close} />}
    </nav>
  );
}
