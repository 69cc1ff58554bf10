import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Dialog } from '../design/dialog.js';
import { t } from '../languages/translate.js';
import type { MadeInvitation } from './invitation-requests.js';
import { InvitationRows } from './invitation-rows.js';
import { InviteForm } from './invite-form.js';
import './inviting.css';
import { MadeLink } from './made-link.js';

/** Makes invitations to the deployment, and lists those that were made. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const made = useSignal<MadeInvitation | null>(null);
  const count = useSignal(0);
  return (
    // The link is shown once: a click beside the dialog must not lose it.
    <Dialog title={t('rooms.invitePeople')} onClose={onClose} isKept={made.value !== null}>
      {made.value ? (
        <MadeLink made={made.value} onAnother={() => (made.value = null)} />
      ) : (
        <InviteForm
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
