import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

import { LengthNote } from './length-note.js';

export interface LabelledAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface LabelledProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Why the value was refused. */
  readonly error?: string | undefined;
  /** The characters that are left; null while there are plenty. */
  readonly left?: number | null | undefined;
  /** The field, with these attributes. */
  readonly children: (attributes: LabelledAttributes) => ComponentChildren;
}

/** A field with its label, its hint, and why its value was refused. */
export function Labelled({ label, hint, error, left, children }: LabelledProps): JSX.Element {
  const id = useId();
  const notes = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(left === undefined ? [] : [`${id}-length`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  const described = notes.length === 0 ? undefined : notes.join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error !== undefined })}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {left !== undefined && <LengthNote id={`${id}-length`} left={left} />}
      {error !== undefined && (
        <p id={`${id}-error`} class="refusal" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
