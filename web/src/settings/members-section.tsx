import type { RoomMember } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import type { OpenRoom } from '../conversation/open-room.js';
import type { Rights } from '../conversation/rights.js';
import { Button } from '../design/button.js';
import { Segments } from '../design/segments.js';
import { attempt } from '../errors.js';
import { fieldErrorsOf } from '../field-errors.js';
import { t } from '../languages/translate.js';
import { InviteDialog } from '../inviting/invite-dialog.js';
import { searchedNames } from '../nicknames/member-names.js';
import { OwnNickname } from '../nicknames/own-nickname.js';
import { PeoplePicker } from '../people/people-picker.js';
import { PeopleSelection } from '../people/people-selection.js';
import { accountRights } from '../session/account-rights.js';
import { fitting } from '../switcher/matching.js';
import { MemberRow } from './member-row.js';

/** Fewer members need no search. */
const SEARCHED_FROM = 6;

interface MembersProps {
  readonly open: OpenRoom;
  readonly rights: Rights;
}

export function MembersSection({ open, rights }: MembersProps): JSX.Element {
  const room = open.info.value;
  const isLoading = open.members.value === null;
  const members = open.members.value ?? [];
  const typed = useSignal('');
  const isOfLeaders = useSignal(false);
  const shown = shownMembers(members, typed.value, isOfLeaders.value);
  useWatched(shown);
  return (
    <section class="settings-section" aria-label={t('settings.members')}>
      <h3>
        {room && room.type !== 'OneToOneChat'
          ? t('settings.memberCount', { count: room.member_count })
          : t('settings.members')}
      </h3>
      <OwnNickname open={open} />
      {rights.mayAdd && <AddMembers open={open} />}
      {members.length >= SEARCHED_FROM && <MemberSearch {...{ typed, isOfLeaders }} />}
      <ul class="members" aria-busy={isLoading}>
        {room && shown.map((member) => <MemberRow key={member.id} {...{ member, open, rights }} type={room.type} />)}
      </ul>
      <p class="muted" role="status">
        {!isLoading && shown.length === 0 && t('settings.noMemberFound')}
      </p>
    </section>
  );
}

/** Watches the presence of members while they are shown. */
function useWatched(shown: readonly RoomMember[]): void {
  const { presences } = useChat();
  const ids = shown.map(({ id }) => id);
  useEffect(() => presences.watchMembers(ids), [ids.join()]);
  useEffect(() => () => presences.watchMembers([]), []);
}

function AddMembers({ open }: Pick<MembersProps, 'open'>): JSX.Element {
  const { parley } = useChat();
  const selection = useMemo(() => new PeopleSelection(parley), []);
  const isInviting = useSignal(false);
  const add = async (): Promise<void> => {
    if (!(await selection.find(false))) return;
    const isDone = await attempt(
      () => open.room.add(...selection.ids),
      { 4004: t('rooms.usersGone') },
      (error) => {
        const errors = fieldErrorsOf(error, ['members']);
        selection.error.value = errors?.members;
        return errors !== null;
      },
    );
    if (isDone) selection.people.value = [];
  };
  return (
    <div class="add-members">
      <PeoplePicker
        label={t('settings.addMember')}
        selection={selection}
        isWanted={({ id }) => open.members.value?.every((member) => member.id !== id) !== false}
      />
      {!selection.isEmpty && (
        <Button kind="primary" onClick={() => void add()}>
          {t('settings.addToRoom')}
        </Button>
      )}
      {accountRights.value?.invite && (
        <Button onClick={() => (isInviting.value = true)}>{t('inviting.inviteGuest')}</Button>
      )}
      {isInviting.value && <InviteDialog guestRoomId={open.id} onClose={() => (isInviting.value = false)} />}
    </div>
  );
}

/** Leaders come first. */
function shownMembers(members: readonly RoomMember[], typed: string, isOfLeaders: boolean): readonly RoomMember[] {
  const isPlain = ({ role }: RoomMember): boolean => role === 'member';
  const all = [...members.filter((member) => !isPlain(member)), ...(isOfLeaders ? [] : members.filter(isPlain))];
  return typed.trim() === '' ? all : fitting(all, typed, searchedNames, all.length);
}

interface MemberSearchProps {
  readonly typed: Signal<string>;
  readonly isOfLeaders: Signal<boolean>;
}

const MemberSearch = ({ typed, isOfLeaders }: MemberSearchProps): JSX.Element => (
  <div class="member-search">
    <input
      class="input"
      type="search"
      aria-label={t('settings.findMember')}
      placeholder={t('settings.findMember')}
      value={typed.value}
      onInput={(event) => (typed.value = event.currentTarget.value)}
    />
    <Segments
      legend={t('settings.whichMembers')}
      name="members"
      options={[
        ['all', t('settings.allMembers')],
        ['leaders', t('settings.leaders')],
      ]}
      chosen={isOfLeaders.value ? 'leaders' : 'all'}
      onChoose={(which) => (isOfLeaders.value = which === 'leaders')}
    />
  </div>
);
