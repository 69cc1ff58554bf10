import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

import { useGrowing } from './growing.js';
import { Labelled } from './labelled.js';

/** Pixels. */
const MAX_HEIGHT = 240;

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
  const area = useRef<HTMLTextAreaElement>(null);
  useGrowing(area, value.value, MAX_HEIGHT);
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          {...others}
          {...attributes}
          ref={area}
          class="input"
          rows={rows}
          dir="auto"
          value={value.value}
          onInput={(event) => {
            value.value = event.currentTarget.value;
          }}
        />
      )}
    </Labelled>
  );
}
