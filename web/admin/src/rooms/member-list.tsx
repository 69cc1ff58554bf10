import type { JSX } from 'preact';

import { Mark, Time } from '../app/facts.js';
import { ItemList } from '../app/item-list.js';
import { UserLink } from '../app/link.js';
import { useList } from '../app/use-list.js';
import { t } from '../languages/texts.js';
import type { RoomMember, RoomSummary } from './answers.js';

export function MemberList({ room }: { readonly room: RoomSummary }): JSX.Element {
  const list = useList<RoomMember>(`rooms/${room.id}/members/`, 'members');
  return (
    <ItemList
      label={t('rooms.members')}
      list={list}
      keyOf={({ id }) => id}
      empty={t('rooms.noMembers')}
      row={({ username, nickname, role, permissions, joined_at }) => (
        <>
          <p class="row-title">
            <UserLink username={username} /> <Mark kind={role === 'member' ? 'plain' : 'good'}>{role}</Mark>{' '}
            {permissions.map((permission) => (
              <Mark key={permission}>{permission}</Mark>
            ))}
          </p>
          <p class="row-note">
            {nickname !== null && (
              <>
                {t('rooms.nickname')} <bdi>{nickname}</bdi> ·{' '}
              </>
            )}
            {t('rooms.joined')} <Time iso={joined_at} />
          </p>
        </>
      )}
    />
  );
}
