import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { APP_NAME } from '../deployment.js';
import { Avatar } from '../design/avatar.js';
import { Button, IconButton } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { Menu } from '../design/menu.js';
import { onDemand } from '../design/on-demand.js';
import { themeItems } from '../design/theme.js';
import { t, withAllTexts } from '../languages/translate.js';
import { pageDialog } from '../page-dialog.js';
import { accountRights } from '../session/account-rights.js';
import { RoomRows } from './room-rows.js';

const InvitationList = onDemand(async () => (await withAllTexts(import('./invitation-list.js'))).InvitationList);

export function Sidebar(): JSX.Element {
  const chat = useChat();
  const { unreadThreads } = chat;
  const pending = chat.invitations.pending.value;
  return (
    <nav class="sidebar" aria-label={t('rooms.rooms')}>
      <header class="sidebar-head">
        <AccountMenu />
        {/* It appears once the rights are known, where it moves no other button. */}
        {(accountRights.value?.user_directory ?? 'none') !== 'none' && (
          <IconButton icon="user" label={t('rooms.directory')} onClick={() => (pageDialog.value = 'directory')} />
        )}
        <IconButton icon="search" label={t('rooms.searchMessages')} onClick={() => (pageDialog.value = 'search')} />
        <IconButton icon="settings" label={t('rooms.settings')} onClick={() => (pageDialog.value = 'settings')} />
      </header>
      <div class="sidebar-views">
        <Button onClick={() => (pageDialog.value = 'threads')}>
          <Icon name="thread" /> {t('rooms.threads')}
          {unreadThreads.any.value && (
            <span class="badge badge-dot" title={t('rooms.unreadReplies')}>
              <span class="visually-hidden">{t('rooms.hasUnreadReplies')}</span>
            </span>
          )}
        </Button>
        <Button onClick={() => (pageDialog.value = 'saved')}>
          <Icon name="bookmark" /> {t('rooms.saved')}
        </Button>
      </div>
      {pending.length > 0 && <InvitationList pending={pending} />}
      <RoomRows />
      <footer class="sidebar-foot">
        <Button kind="primary" onClick={() => (pageDialog.value = 'new')}>
          <Icon name="plus" /> {t('rooms.newConversation')}
        </Button>
        {accountRights.value?.channel_directory && (
          <IconButton
            class="sidebar-channels"
            icon="hash"
            label={t('rooms.channels')}
            onClick={() => (pageDialog.value = 'channels')}
          />
        )}
      </footer>
    </nav>
  );
}

/** The log-out is here, and not beside what is pressed all day. */
function AccountMenu(): JSX.Element {
  const chat = useChat();
  const { username } = chat.self;
  return (
    <Menu
      class="account-menu"
      buttonClass="account-button"
      title={t('rooms.accountMenu')}
      items={() => [
        ...themeItems(),
        { icon: 'logOut', label: t('rooms.logOut'), isDangerous: true, act: () => void chat.logOut() },
        // Last, because it may appear while the menu is open.
        ...(accountRights.value?.invite
          ? [{ icon: 'group', label: t('rooms.invitePeople'), act: () => (pageDialog.value = 'invite') } as const]
          : []),
      ]}
    >
      <Avatar name={username} />
      <span class="sidebar-title">
        <strong>{APP_NAME}</strong>
        <bdi class="muted">{username}</bdi>
      </span>
      <span class="visually-hidden">{t('rooms.accountMenu')}</span>
    </Menu>
  );
}
