import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { post } from '../api.js';
import { FormButton } from '../app/form-button.js';
import { SecretDialog } from '../app/secret-dialog.js';
import { t } from '../languages/texts.js';

const DAY_SECONDS = 86_400;

/** Makes an invitation to the deployment, whose link is shown once. */
export function InviteButton(): JSX.Element {
  const link = useSignal('');
  return (
    <>
      <FormButton
        label={t('users.invite')}
        form={{
          title: t('users.invite'),
          verb: t('users.makeLink'),
          intro: t('users.inviteEffect'),
          fields: [
            { name: 'rooms', label: t('users.inviteRooms'), kind: 'rooms', hint: t('users.inviteRoomsHint') },
            { name: 'uses', label: t('users.inviteUses'), kind: 'number', initial: '1' },
            { name: 'expires_in', label: t('users.inviteDays'), kind: 'number', initial: '7' },
          ],
          onSubmit: async ({ expires_in: days, ...body }) => {
            const lifetime = days === undefined ? {} : { expires_in: Math.round(Number(days) * DAY_SECONDS) };
            const { url } = await post<{ readonly url: string }>('/api/invitations/', { ...body, ...lifetime });
            link.value = url;
          },
        }}
      />
      {link.value !== '' && (
        <SecretDialog title={t('users.inviteLink')} secret={link.value} onClose={() => (link.value = '')} />
      )}
    </>
  );
}
