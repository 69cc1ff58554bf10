import type { Signal } from '@preact/signals';

export interface FormField {
  /** In the request, and in the reasons of a refusal. */
  readonly name: string;
  readonly label: string;
  readonly kind:
    | ('text' | 'password' | 'area' | 'number' | 'time' | 'choice' | 'switch' | 'list' | 'checks')
    | ('room' | 'rooms');
  readonly isRequired?: boolean;
  readonly hint?: string | undefined;
  readonly initial?: string;
  /** Of a choice: each value with its label. */
  readonly options?: readonly (readonly [value: string, label: string])[];
}

/** What a field is shown with. */
export interface FormFieldProps {
  readonly field: FormField;
  readonly value: Signal<string>;
  /** Why its value was refused. */
  readonly error?: string | undefined;
}

/** The values of the fields, by name. A switch that is on has `on`; checks have their values, separated by spaces, as rooms have their ids. */
export type FormValues = Readonly<Record<string, string>>;

const VALUES: Readonly<Record<FormField['kind'], (text: string) => unknown>> = {
  text: (text) => text.trim(),
  password: (text) => text,
  area: (text) => text.trim(),
  number: Number,
  time: (text) => new Date(text).toISOString(),
  choice: (text) => text,
  switch: () => true,
  list: (text) => text.split(/[\s,]+/).filter(Boolean),
  checks: (text) => text.split(' ').filter(Boolean),
  room: (text) => text,
  rooms: (text) => text.split(' ').filter(Boolean),
};

/** The body of a request with what is in the fields. Empty fields are missing. */
export function bodyOf(fields: readonly FormField[], values: FormValues): Record<string, unknown> {
  const given = fields.flatMap(({ name, kind }) => {
    const text = values[name] ?? '';
    return text.trim() === '' ? [] : [[name, VALUES[kind](text)] as const];
  });
  return Object.fromEntries(given);
}

/** A time as the value of a field for times, in the time zone of the user. */
export function timeInput(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
