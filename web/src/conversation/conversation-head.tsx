import type { Presence, RoomListEntry } from '@parley/client';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { IconButton } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { Menu } from '../design/menu.js';
import type { MenuItem } from '../design/menu.js';
import { timeAgo } from '../design/times.js';
import { attempt } from '../errors.js';
import { numberText, t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { showList } from '../location.js';
import { PersonButton } from '../people/person-button.js';
import { roomAvatar, roomIcon, roomName, statusText } from '../rooms/names.js';
import type { Overlay } from './overlay.js';
import type { Rights } from './rights.js';

const STATUS: Readonly<Record<Presence['status'], TextKey>> = {
  online: 'conversation.online',
  away: 'conversation.away',
  offline: 'conversation.offline',
};

function presenceText(presence: Presence | undefined): string {
  if (!presence) return '';
  if (presence.status !== 'offline' || presence.last_seen === null) return t(STATUS[presence.status]);
  return t('conversation.lastSeen', { ago: timeAgo(presence.last_seen, new Date()) });
}

function subtitle(entry: RoomListEntry, presence: Presence | undefined): string {
  if (entry.type === 'OneToOneChat') {
    const texts = [presenceText(presence), entry.peer ? statusText(entry.peer) : ''];
    return texts.filter((text) => text !== '').join(' · ');
  }
  const members = t('rooms.memberCount', { count: entry.member_count });
  return entry.description ? `${members} · ${entry.description}` : members;
}

const settingsLabel = (count: number): string =>
  count === 0 ? t('conversation.roomSettings') : t('conversation.roomSettingsWithRequests', { count });

/** Leads to the profile of the other user of a direct message, or to the members of a room. */
function HeadName({ entry, overlay }: Pick<HeadProps, 'entry' | 'overlay'>): JSX.Element {
  if (entry.type === 'OneToOneChat') return entry.peer ? <PersonButton user={entry.peer} /> : <>{roomName(entry)}</>;
  return (
    <button
      type="button"
      class="person-button"
      title={t('conversation.showMembers')}
      aria-haspopup="dialog"
      onClick={() => (overlay.value = { kind: 'members' })}
    >
      {roomName(entry)}
    </button>
  );
}

interface HeadProps {
  readonly entry: RoomListEntry;
  readonly rights: Rights;
  readonly overlay: Signal<Overlay | null>;
}

export function ConversationHead({ entry, rights, overlay }: HeadProps): JSX.Element {
  const { joinRequests, preferences, presences } = useChat();
  const show = (kind: 'pins' | 'files' | 'search' | 'settings') => () => {
    overlay.value = { kind };
  };
  const isFavourite = preferences.isFavourite(entry.id);
  const name = roomName(entry);
  const presence = presences.ofPeer(entry);
  const requestCount = rights.isLeader ? joinRequests.inRoom(entry.id).length : 0;
  const favourite: MenuItem = {
    icon: 'star',
    label: t('conversation.favourite'),
    isChosen: isFavourite,
    act: () => void attempt(() => preferences.setFavourite(entry.id, !isFavourite)),
  };
  const others: readonly MenuItem[] = [
    { icon: 'pin', label: t('conversation.pinnedMessages'), act: show('pins') },
    { icon: 'file', label: t('conversation.files'), act: show('files') },
    { icon: 'search', label: t('conversation.searchInRoom'), act: show('search') },
  ];
  return (
    <header class="head">
      <IconButton class="head-back" icon="back" label={t('conversation.backToRooms')} onClick={showList} />
      <Avatar name={name} url={roomAvatar(entry)} icon={roomIcon(entry)} status={presence?.status} />
      <div class="head-text">
        <h1 dir="auto">
          <HeadName entry={entry} overlay={overlay} />
        </h1>
        <p class="muted">{subtitle(entry, presence)}</p>
      </div>
      <IconButton
        class={isFavourite ? 'head-extra head-favourite is-on' : 'head-extra head-favourite'}
        icon={favourite.icon}
        label={favourite.label}
        aria-pressed={isFavourite}
        onClick={favourite.act}
      />
      {others.map(({ icon, label, act }) => (
        <IconButton key={icon} class="head-extra" icon={icon} label={label} onClick={act} />
      ))}
      <Menu
        class="head-more is-at-end"
        buttonClass="icon-button"
        aria-label={t('conversation.more')}
        title={t('conversation.more')}
        items={() => [favourite, ...others]}
      >
        <Icon name="more" />
      </Menu>
      <span class="with-badge">
        <IconButton icon="settings" label={settingsLabel(requestCount)} onClick={show('settings')} />
        {requestCount > 0 && (
          <span class="badge" aria-hidden="true">
            {numberText(requestCount)}
          </span>
        )}
      </span>
    </header>
  );
}
