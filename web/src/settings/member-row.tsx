import type { Permission, RoomMember, RoomObject } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import type { OpenRoom } from '../conversation/open-room.js';
import type { Rights } from '../conversation/rights.js';
import { Avatar } from '../design/avatar.js';
import { ConfirmButton } from '../design/confirm-button.js';
import { Switch } from '../design/field.js';
import { attempt } from '../errors.js';
import { PersonButton } from '../people/person-button.js';
import { personAvatar, personName, statusText } from '../rooms/names.js';

const ROLES = { creator: 'Creator', admin: 'Admin', moderator: 'Moderator', member: '' } as const;

const PERMISSIONS: Readonly<Record<'GroupChat' | 'Channel', readonly (readonly [Permission, string])[]>> = {
  GroupChat: [
    ['can_add_new_participants', 'Add members'],
    ['can_remove_participants', 'Remove members'],
    ['can_pin_messages', 'Pin messages'],
  ],
  Channel: [
    ['can_send_messages', 'Post messages'],
    ['can_add_new_subscribers', 'Add members'],
    ['can_remove_subscribers', 'Remove members'],
  ],
};

interface MemberRowProps {
  readonly member: RoomMember;
  readonly type: RoomObject['type'];
  readonly open: OpenRoom;
  readonly rights: Rights;
}

export function MemberRow({ member, type, open, rights }: MemberRowProps): JSX.Element {
  const { self } = useChat();
  const name = personName(member);
  const isSelf = member.id === self.id;
  // The creator cannot be changed or removed.
  const isEditable = type !== 'OneToOneChat' && !isSelf && member.role !== 'creator';
  return (
    <li class="member">
      <Avatar name={name} url={personAvatar(member)} size="small" />
      <p class="member-name">
        <PersonButton user={member} /> <span class="muted">@{member.username}</span>
        {isSelf && <span class="muted"> (you)</span>}
        {statusText(member) && <span class="muted member-status"> {statusText(member)}</span>}
      </p>
      {ROLES[member.role] && <span class="role">{ROLES[member.role]}</span>}
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
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {isOpen.value ? 'Done' : 'Edit'}
        <span class="visually-hidden">{isOpen.value ? ` editing ${name}` : ` ${name}`}</span>
      </button>
      {isOpen.value && (
        <div class="member-changes">
          {rights.isLeader && <RoleAndPermissions {...{ member, type, open }} />}
          <ConfirmButton
            kind="danger"
            title={`Remove ${name}?`}
            question="The member loses the room and its messages at once, and cannot return without an invitation or a link."
            verb="Remove"
            onConfirm={() =>
              void attempt(() => open.room.remove(member.id), { 4004: `${name} is not in the room any more.` })
            }
          >
            Remove {name}
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
        label={isGroup ? 'Admin' : 'Moderator'}
        isOn={isLeader}
        onChange={(isOn) => void attempt(() => open.room.setRole(`${isOn ? 'add' : 'remove'}_${role}`, member.id))}
      />
      {/* Admins and moderators have all permissions. */}
      {!isLeader &&
        PERMISSIONS[type].map(([permission, label]) => (
          <Switch
            key={permission}
            label={label}
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
