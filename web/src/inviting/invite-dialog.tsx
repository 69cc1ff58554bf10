import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Dialog } from '../design/dialog.js';
import { t } from '../languages/translate.js';
import type { MadeInvitation } from './invitation-requests.js';
import { InvitationRows } from './invitation-rows.js';
import { InviteForm } from './invite-form.js';
import './inviting.css';
import { MadeLink } from './made-link.js';

interface InviteDialogProps {
  /** The room whose guests are invited. Undefined: people are invited to the deployment. */
  readonly guestRoomId?: string;
  readonly onClose: () => void;
}

/** Makes invitations to the deployment, and lists those that were made. */
export function InviteDialog({ guestRoomId, onClose }: InviteDialogProps): JSX.Element {
  const made = useSignal<MadeInvitation | null>(null);
  const count = useSignal(0);
  return (
    // The link is shown once: a click beside the dialog must not lose it.
    <Dialog
      title={t(guestRoomId === undefined ? 'rooms.invitePeople' : 'inviting.inviteGuest')}
      onClose={onClose}
      isKept={made.value !== null}
    >
      {made.value ? (
        <MadeLink made={made.value} onAnother={() => (made.value = null)} />
      ) : (
        <InviteForm
          guestRoomId={guestRoomId}
          onMade={(next) => {
            made.value = next;
            count.value += 1;
          }}
        />
      )}
      <InvitationRows made={count.value} />
    </Dialog>
  );
}
