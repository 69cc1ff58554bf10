import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { APP_NAME } from '../deployment.js';
import { Avatar } from '../design/avatar.js';
import { Button, IconButton } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { ThemeButton } from '../design/theme.js';
import { t } from '../languages/translate.js';
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
    <nav class="sidebar" aria-label={t('rooms.rooms')}>
      <header class="sidebar-head">
        <Avatar name={self.username} />
        <p class="sidebar-title">
          <strong>{APP_NAME}</strong>
          <span class="muted">{self.username}</span>
        </p>
        <IconButton
          icon="search"
          label={t('rooms.searchMessages')}
          onClick={() => {
            dialog.value = 'search';
          }}
        />
        <IconButton
          icon="user"
          label={t('rooms.directory')}
          onClick={() => {
            dialog.value = 'directory';
          }}
        />
        <ThemeButton />
        <IconButton
          icon="settings"
          label={t('rooms.settings')}
          onClick={() => {
            dialog.value = 'settings';
          }}
        />
        <IconButton icon="logOut" label={t('rooms.logOut')} onClick={() => void logOut()} />
      </header>
      <div class="sidebar-views">
        <Button
          onClick={() => {
            dialog.value = 'threads';
          }}
        >
          <Icon name="thread" /> {t('rooms.threads')}
          {unreadThreads.any.value && (
            <span class="badge badge-dot" title={t('rooms.unreadReplies')}>
              <span class="visually-hidden">{t('rooms.hasUnreadReplies')}</span>
            </span>
          )}
        </Button>
        <Button
          onClick={() => {
            dialog.value = 'saved';
          }}
        >
          <Icon name="bookmark" /> {t('rooms.saved')}
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
          <Icon name="plus" /> {t('rooms.newConversation')}
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
