import type { User } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { personName } from '../rooms/names.js';
import { onDemand } from '../design/on-demand.js';
import { withAllTexts } from '../languages/translate.js';

const PersonDialog = onDemand(async () => (await withAllTexts(import('./person-dialog.js'))).PersonDialog);

interface PersonButtonProps {
  readonly user: User;
  /** False in messages, where the Tab key goes to the actions: the list of members has the button for the keyboard. */
  readonly isTabStop?: boolean | undefined;
}

/** The name of a user as a button, which opens the profile. */
export function PersonButton({ user, isTabStop = true }: PersonButtonProps): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="person-button"
        aria-haspopup="dialog"
        tabIndex={isTabStop ? 0 : -1}
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {personName(user)}
      </button>
      {isOpen.value && (
        <PersonDialog
          user={user}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}
