import type { Permission, RoomMember, RoomObject } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import type { OpenRoom } from '../conversation/open-room.js';
import type { Rights } from '../conversation/rights.js';
import { Avatar } from '../design/avatar.js';
import { ConfirmButton } from '../design/confirm-button.js';
import { Switch } from '../design/field.js';
import { attempt } from '../errors.js';
import { t, textWithElements } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { RestrictMember } from '../moderation/restrict-member.js';
import { RemoveNickname } from '../nicknames/remove-nickname.js';
import { ShownNickname } from '../nicknames/shown-nickname.js';
import { PersonButton } from '../people/person-button.js';
import { personName, statusText } from '../rooms/names.js';

const ROLES: Readonly<Record<RoomMember['role'], TextKey | null>> = {
  creator: 'settings.creator',
  admin: 'settings.admin',
  moderator: 'settings.moderator',
  member: null,
};

const PERMISSIONS: Readonly<Record<'GroupChat' | 'Channel', readonly (readonly [Permission, TextKey])[]>> = {
  GroupChat: [
    ['can_add_new_participants', 'settings.addMembers'],
    ['can_remove_participants', 'settings.removeMembers'],
    ['can_pin_messages', 'settings.pinMessages'],
  ],
  Channel: [
    ['can_send_messages', 'settings.postMessages'],
    ['can_add_new_subscribers', 'settings.addMembers'],
    ['can_remove_subscribers', 'settings.removeMembers'],
  ],
};

const hidden = (content: ComponentChildren): JSX.Element => <span class="visually-hidden">{content}</span>;

interface MemberRowProps {
  readonly member: RoomMember;
  readonly type: RoomObject['type'];
  readonly open: OpenRoom;
  readonly rights: Rights;
}

export function MemberRow({ member, type, open, rights }: MemberRowProps): JSX.Element {
  const { presences, self } = useChat();
  const status = presences.ofMember(member.id)?.status;
  const name = personName(member);
  const isSelf = member.id === self.id;
  const role = ROLES[member.role];
  // The creator cannot be changed or removed.
  const isEditable = type !== 'OneToOneChat' && !isSelf && member.role !== 'creator';
  return (
    <li class="member">
      <Avatar name={name} url={member.avatar} size="small" status={status} />
      <p class="member-name">
        <ShownNickname nickname={member.nickname} />
        <PersonButton user={member} /> <bdi class="muted">@{member.username}</bdi>
        {status === 'online' && hidden(t('conversation.online'))}
        {isSelf && <span class="muted"> {t('settings.you')}</span>}
        {statusText(member) && <bdi class="muted member-status"> {statusText(member)}</bdi>}
      </p>
      {role !== null && <span class="role">{t(role)}</span>}
      {isEditable && <MemberControls {...{ member, type, open, rights }} />}
    </li>
  );
}

interface MemberControlsProps extends MemberRowProps {
  readonly type: 'GroupChat' | 'Channel';
}

function MemberControls({ member, type, open, rights }: MemberControlsProps): JSX.Element | null {
  const name = personName(member);
  const isOpen = useSignal(false);
  const mayRemove = rights.isLeader || (rights.mayRemove && member.role === 'member');
  if (!mayRemove) return null;
  return (
    <>
      <button
        type="button"
        class="member-more"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {textWithElements(isOpen.value ? 'settings.doneEditingMember' : 'settings.editMember', { hidden }, { name })}
      </button>
      {isOpen.value && (
        <div class="member-changes">
          {/* A guest leads no room. */}
          {rights.isLeader && !member.is_guest && <RoleAndPermissions {...{ member, type, open }} />}
          {rights.isLeader && <RemoveNickname member={member} roomId={open.id} />}
          {rights.isLeader && <RestrictMember user={member} roomId={open.id} />}
          <ConfirmButton
            kind="danger"
            title={t('settings.removeMemberQuestion', { name })}
            question={t('settings.removeMemberEffect')}
            verb={t('design.remove')}
            onConfirm={() =>
              void attempt(() => open.room.remove(member.id), { 4004: t('settings.memberGone', { name }) })
            }
          >
            {t('settings.removeMember', { name })}
          </ConfirmButton>
        </div>
      )}
    </>
  );
}

interface RoleProps {
  readonly member: RoomMember;
  readonly type: 'GroupChat' | 'Channel';
  readonly open: OpenRoom;
}

function RoleAndPermissions({ member, type, open }: RoleProps): JSX.Element {
  const isGroup = type === 'GroupChat';
  const role = isGroup ? 'admin' : 'moderator';
  const isLeader = member.role !== 'member';
  return (
    <>
      <Switch
        label={isGroup ? t('settings.admin') : t('settings.moderator')}
        isOn={isLeader}
        onChange={(isOn) => void attempt(() => open.room.setRole(`${isOn ? 'add' : 'remove'}_${role}`, member.id))}
      />
      {/* Admins and moderators have all permissions. */}
      {!isLeader &&
        PERMISSIONS[type].map(([permission, label]) => (
          <Switch
            key={permission}
            label={t(label)}
            isOn={member.permissions.includes(permission)}
            onChange={(isOn) =>
              void attempt(() =>
                isOn ? open.room.permit([permission], member.id) : open.room.forbid([permission], member.id),
              )
            }
          />
        ))}
    </>
  );
}
