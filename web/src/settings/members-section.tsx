import type { User } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import type { OpenRoom } from '../conversation/open-room.js';
import type { Rights } from '../conversation/rights.js';
import { Button } from '../design/button.js';
import { attempt } from '../errors.js';
import { PeopleField } from '../rooms/people-field.js';
import { MemberRow } from './member-row.js';

interface MembersProps {
  readonly open: OpenRoom;
  readonly rights: Rights;
}

export function MembersSection({ open, rights }: MembersProps): JSX.Element {
  const room = open.info.value;
  const members = open.members.value;
  const selected = useSignal<readonly User[]>([]);
  const add = async (): Promise<void> => {
    const ids = selected.value.map(({ id }) => id);
    if (await attempt(() => open.room.add(...ids))) selected.value = [];
  };
  return (
    <section class="settings-section" aria-label="Members">
      <h3>{room && room.type !== 'OneToOneChat' ? `Members (${String(room.member_count)})` : 'Members'}</h3>
      {rights.mayAdd && (
        <div class="add-members">
          <PeopleField label="Add a member" people={selected} />
          {selected.value.length > 0 && (
            <Button kind="primary" onClick={() => void add()}>
              Add to room
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
