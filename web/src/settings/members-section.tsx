import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import type { OpenRoom } from '../conversation/open-room.js';
import type { Rights } from '../conversation/rights.js';
import { Button } from '../design/button.js';
import { attempt } from '../errors.js';
import { fieldErrorsOf } from '../field-errors.js';
import { t } from '../languages/translate.js';
import { PeopleField } from '../rooms/people-field.js';
import { PeopleSelection } from '../rooms/people-selection.js';
import { MemberRow } from './member-row.js';

interface MembersProps {
  readonly open: OpenRoom;
  readonly rights: Rights;
}

export function MembersSection({ open, rights }: MembersProps): JSX.Element {
  const room = open.info.value;
  const members = open.members.value;
  const { parley } = useChat();
  const selection = useMemo(() => new PeopleSelection(parley), []);
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
    <section class="settings-section" aria-label={t('settings.members')}>
      <h3>
        {room && room.type !== 'OneToOneChat'
          ? t('settings.memberCount', { count: room.member_count })
          : t('settings.members')}
      </h3>
      {rights.mayAdd && (
        <div class="add-members">
          <PeopleField label={t('settings.addMember')} selection={selection} />
          {!selection.isEmpty && (
            <Button kind="primary" onClick={() => void add()}>
              {t('settings.addToRoom')}
            </Button>
          )}
        </div>
      )}
      <ul class="members" aria-busy={members === null}>
        {room && members?.map((member) => <MemberRow key={member.id} {...{ member, open, rights }} type={room.type} />)}
      </ul>
    </section>
  );
}
