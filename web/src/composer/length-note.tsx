import type { JSX } from 'preact';

interface LengthNoteProps {
  readonly id: string;
  /** Null while there is much room. */
  readonly left: number | null;
}

/** How many characters a text may still have, or why it cannot be sent. */
export function LengthNote({ id, left }: LengthNoteProps): JSX.Element {
  return (
    <p id={id} class={left !== null && left < 0 ? 'length-note is-over' : 'length-note'} role="status">
      {left !== null && (left < 0 ? `Too long to send: ${counted(-left)} too many.` : `${counted(left)} left.`)}
    </p>
  );
}

const counted = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'character' : 'characters'}`;
