import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

import { useGrowing } from './growing.js';
import { Labelled } from './labelled.js';
import { charactersLeft } from './text-length.js';

/** The share of the height of the window to which the field grows. */
const MOST_OF_WINDOW = 0.3;

interface AreaFieldProps {
  readonly label: string;
  readonly value: Signal<string>;
  readonly maxLength?: number;
  /** The lines of an empty field. */
  readonly rows?: number;
  readonly hint?: string | undefined;
  /** Why its value was refused. */
  readonly error?: string | undefined;
}

/** A field for a text of several lines, which grows with the text. */
export function AreaField({ label, value, hint, error, rows = 2, ...others }: AreaFieldProps): JSX.Element {
  const { maxLength } = others;
  const left = maxLength === undefined ? undefined : charactersLeft(value.value, maxLength);
  const area = useRef<HTMLTextAreaElement>(null);
  useGrowing(area, value.value, MOST_OF_WINDOW);
  return (
    <Labelled label={label} hint={hint} error={error} left={left}>
      {(attributes) => (
        <textarea
          {...others}
          {...attributes}
          ref={area}
          class="input"
          rows={rows}
          dir="auto"
          value={value.value}
          onInput={(event) => (value.value = event.currentTarget.value)}
        />
      )}
    </Labelled>
  );
}
