import type { RoomInvitation } from '@parley/client';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { Button } from '../design/button.js';
import { ConfirmButton } from '../design/confirm-button.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { showRoom } from '../location.js';
import { personName, roomIcon } from './names.js';

export function InvitationList({ pending }: { readonly pending: readonly RoomInvitation[] }): JSX.Element {
  return (
    <section class="invitations" aria-labelledby="invitations-title">
      <h2 id="invitations-title">{t('rooms.invitations')}</h2>
      <ul>
        {pending.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}

function InvitationRow({ invitation }: { readonly invitation: RoomInvitation }): JSX.Element {
  const { invitations } = useChat();
  const { room, invited_by: inviter } = invitation;
  const answer = (accept: boolean) => async (): Promise<void> => {
    const isDone = await attempt(() => invitations.answer(invitation, accept), {
      4003: t('rooms.roomFull'),
      4004: t('rooms.invitationEnded'),
    });
    if (isDone && accept) showRoom(room.id);
  };
  const decline = answer(false);
  const accept = answer(true);
  return (
    <li class="invitation">
      <Avatar name={room.name} url={room.avatar} icon={roomIcon(room)} />
      <p class="invitation-text">
        <strong dir="auto">{room.name}</strong>
        <span class="muted">{t('rooms.invitedBy', { name: personName(inviter) })}</span>
      </p>
      <div class="invitation-buttons">
        <ConfirmButton
          aria-label={t('rooms.declineInvitation', { room: room.name })}
          title={t('rooms.declineInvitationQuestion', { room: room.name })}
          question={t('rooms.declinedInvitationEffect')}
          verb={t('rooms.decline')}
          onConfirm={() => void decline()}
        >
          {t('rooms.decline')}
        </ConfirmButton>
        <Button
          kind="primary"
          onClick={() => void accept()}
          aria-label={t('rooms.acceptInvitation', { room: room.name })}
        >
          {t('rooms.accept')}
        </Button>
      </div>
    </li>
  );
}
