import type { User } from '@parley/client';
import type { JSX } from 'preact';

import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import { shownPerson } from './shown-person.js';

interface PersonButtonProps {
  readonly user: User;
  /** False in messages, where the Tab key goes to the actions: the list of members has the button for the keyboard. */
  readonly isTabStop?: boolean | undefined;
}

/** The name of a user as a button, which opens the profile, with the mark of a guest. */
export function PersonButton({ user, isTabStop = true }: PersonButtonProps): JSX.Element {
  return (
    <>
      <button
        type="button"
        class="person-button"
        dir="auto"
        aria-haspopup="dialog"
        tabIndex={isTabStop ? 0 : -1}
        onClick={() => (shownPerson.value = user)}
      >
        {personName(user)}
      </button>
      {user.is_guest && <span class="muted"> · {t('rooms.guest')}</span>}
    </>
  );
}
