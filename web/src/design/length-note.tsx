import type { JSX } from 'preact';

import { t } from '../languages/translate.js';

interface LengthNoteProps {
  readonly id: string;
  /** Null while there is much room. */
  readonly left: number | null;
}

/** How many characters a text may still have, or why it cannot be sent. */
export function LengthNote({ id, left }: LengthNoteProps): JSX.Element {
  return (
    <p id={id} class={left !== null && left < 0 ? 'length-note is-over' : 'length-note'} role="status">
      {left !== null &&
        (left < 0 ? t('composer.charactersTooMany', { count: -left }) : t('composer.charactersLeft', { count: left }))}
    </p>
  );
}
