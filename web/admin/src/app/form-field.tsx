import type { JSX } from 'preact';

import { AreaField } from '../../../src/design/area-field.js';
import { Field, Switch } from '../../../src/design/field.js';
import { Labelled } from '../../../src/design/labelled.js';
import type { FormField, FormFieldProps } from './form-values.js';
import { RoomField } from './room-field.js';

const KINDS: Readonly<Record<FormField['kind'], (props: FormFieldProps) => JSX.Element>> = {
  text: TextField,
  password: TextField,
  area: LongField,
  list: LongField,
  number: InputField,
  time: InputField,
  choice: ChoiceField,
  switch: SwitchField,
  checks: ChecksField,
  room: RoomField,
  rooms: RoomField,
};

export function FormFieldView(props: FormFieldProps): JSX.Element {
  const Kind = KINDS[props.field.kind];
  return <Kind {...props} />;
}

function TextField({ field, value, error }: FormFieldProps): JSX.Element {
  const isPassword = field.kind === 'password';
  return (
    <Field
      label={field.label}
      error={error}
      {...(field.hint !== undefined && { hint: field.hint })}
      type={isPassword ? 'password' : 'text'}
      name={field.name}
      autocomplete={isPassword ? 'new-password' : 'off'}
      autocapitalize="off"
      spellcheck={false}
      required={field.isRequired ?? false}
      value={value}
    />
  );
}

function LongField({ field: { label, hint }, value, error }: FormFieldProps): JSX.Element {
  return <AreaField label={label} hint={hint} error={error} value={value} />;
}

function SwitchField({ field: { label, hint }, value }: FormFieldProps): JSX.Element {
  return (
    <Switch
      label={label}
      hint={hint}
      isOn={value.value === 'on'}
      onChange={(isOn) => (value.value = isOn ? 'on' : '')}
    />
  );
}

function InputField({ field, value, error }: FormFieldProps): JSX.Element {
  const kind: object = { type: field.kind === 'time' ? 'datetime-local' : 'number' };
  return (
    <Labelled label={field.label} hint={field.hint} error={error}>
      {(attributes) => (
        <input
          {...kind}
          {...attributes}
          class="input"
          name={field.name}
          required={field.isRequired ?? false}
          value={value.value}
          onInput={(event) => (value.value = event.currentTarget.value)}
        />
      )}
    </Labelled>
  );
}

function ChoiceField({ field, value, error }: FormFieldProps): JSX.Element {
  return (
    <Labelled label={field.label} hint={field.hint} error={error}>
      {(attributes) => (
        <select
          {...attributes}
          class="input"
          name={field.name}
          value={value.value}
          onChange={(event) => (value.value = event.currentTarget.value)}
        >
          {(field.options ?? []).map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function ChecksField({ field, value, error }: FormFieldProps): JSX.Element {
  const chosen = value.value.split(' ').filter(Boolean);
  return (
    <fieldset class="checks">
      <legend>{field.label}</legend>
      {(field.options ?? []).map(([option, label]) => (
        <label key={option} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={(event) => {
              const others = chosen.filter((each) => each !== option);
              value.value = (event.currentTarget.checked ? [...others, option] : others).join(' ');
            }}
          />
          {label}
        </label>
      ))}
      {error !== undefined && (
        <p class="refusal" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
