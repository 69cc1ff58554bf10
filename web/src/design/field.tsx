import type { Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { Labelled } from './labelled.js';
import { charactersLeft } from './text-length.js';

interface FieldProps {
  readonly label: string;
  readonly type?: 'text' | 'password' | 'url' | 'date' | 'email';
  readonly name?: string;
  readonly autocomplete?: 'off' | 'username' | 'current-password' | 'new-password' | 'one-time-code' | 'email';
  readonly autocapitalize?: 'off';
  readonly spellcheck?: boolean;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** Of a date. */
  readonly max?: string;
  readonly required?: boolean;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onKeyUp?: (event: KeyboardEvent) => void;
  readonly value: Signal<string>;
  readonly hint?: string | undefined;
  /** Why its value was refused. */
  readonly error?: string | undefined;
  /** An element at the end of the field. */
  readonly end?: ComponentChildren;
  /** Whether it has the initial focus. */
  readonly isFirst?: boolean;
}

export function Field({
  label,
  value,
  hint,
  error,
  end,
  type = 'text',
  isFirst = false,
  ...others
}: FieldProps): JSX.Element {
  // The types of Preact are a union by `type`, which does not accept a variable one.
  const kind: object = { type };
  const { maxLength } = others;
  const left = maxLength === undefined ? undefined : charactersLeft(value.value, maxLength);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (isFirst) input.current?.focus();
  }, []);
  return (
    <Labelled label={label} hint={hint} error={error} left={left}>
      {(attributes) => {
        const field = (
          <input
            {...others}
            {...kind}
            {...attributes}
            ref={input}
            data-first={isFirst || undefined}
            class="input"
            value={value.value}
            onInput={(event) => (value.value = event.currentTarget.value)}
          />
        );
        return end === undefined ? (
          field
        ) : (
          <div class="field-with-end">
            {field}
            {end}
          </div>
        );
      }}
    </Labelled>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly hint?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly onChange: (isOn: boolean) => void;
}

export function Switch({ label, isOn, hint, disabled = false, onChange }: SwitchProps): JSX.Element {
  return (
    <label class="switch">
      <span>
        {label}
        {hint !== undefined && <span class="hint">{hint}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        disabled={disabled}
        onChange={(event) => {
          onChange(event.currentTarget.checked);
          // The switch shows the confirmed state, which the service decides.
          event.currentTarget.checked = isOn;
        }}
      />
    </label>
  );
}
