import type { RoomInvitation } from '@parley/client';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { Button } from '../design/button.js';
import { ConfirmButton } from '../design/confirm-button.js';
import { attempt } from '../errors.js';
import { showRoom } from '../location.js';
import { personName, roomIcon } from './names.js';

/** The pending invitations, above the rooms. */
export function InvitationList(): JSX.Element | null {
  const { invitations } = useChat();
  const pending = invitations.pending.value;
  if (pending.length === 0) return null;
  return (
    <section class="invitations" aria-labelledby="invitations-title">
      <h2 id="invitations-title">Invitations</h2>
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
      4003: 'The room is full.',
      4004: 'This invitation has ended.',
    });
    if (isDone && accept) showRoom(room.id);
  };
  const decline = answer(false);
  const accept = answer(true);
  return (
    <li class="invitation">
      <Avatar name={room.name} url={room.avatar} icon={roomIcon(room)} />
      <p class="invitation-text">
        <strong>{room.name}</strong>
        <span class="muted">Invited by {personName(inviter)}</span>
      </p>
      <div class="invitation-buttons">
        <ConfirmButton
          aria-label={`Decline the invitation to ${room.name}`}
          title={`Decline the invitation to ${room.name}?`}
          question="You can join later only if you are invited again, or by a link."
          verb="Decline"
          onConfirm={() => void decline()}
        >
          Decline
        </ConfirmButton>
        <Button kind="primary" onClick={() => void accept()} aria-label={`Accept the invitation to ${room.name}`}>
          Accept
        </Button>
      </div>
    </li>
  );
}
