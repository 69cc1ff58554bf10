import type { JSX } from 'preact';

import { post } from '../api.js';
import { FormButton } from '../app/form-button.js';
import type { FormField } from '../app/form-values.js';
import { t } from '../languages/texts.js';
import type { RoomDetail } from './answers.js';

interface MemberActsProps {
  readonly room: RoomDetail;
  /** Reads the room again after a change. */
  readonly then: (change: Promise<unknown>) => Promise<void>;
}

const username = (): FormField => ({ name: 'username', label: t('users.username'), kind: 'text', isRequired: true });

/** The name, the owner and new members of a group or a channel. */
export function MemberActs({ room, then }: MemberActsProps): JSX.Element {
  const at = `rooms/${room.id}/`;
  return (
    <>
      <FormButton
        label={t('rooms.rename')}
        form={{
          title: t('rooms.rename'),
          verb: t('app.save'),
          fields: [{ name: 'name', label: t('rooms.name'), kind: 'text', isRequired: true, initial: room.name }],
          onSubmit: (body) => then(post(`${at}name/`, body)),
        }}
      />
      <FormButton
        label={t('rooms.addMember')}
        form={{
          title: t('rooms.addMember'),
          verb: t('rooms.addMember'),
          intro: t('rooms.addMemberEffect'),
          fields: [username()],
          onSubmit: (body) => then(post(`${at}members/`, body)),
        }}
      />
      <FormButton
        label={t('rooms.setOwner')}
        form={{
          title: t('rooms.setOwner'),
          verb: t('rooms.setOwner'),
          intro: t('rooms.setOwnerEffect'),
          fields: [username()],
          onSubmit: (body) => then(post(`${at}owner/`, body)),
        }}
      />
    </>
  );
}
