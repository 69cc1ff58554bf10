import type { ParleyError } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';

/** Why the service refused values of a form, by the names of its fields. */
export type FieldErrors<Name extends string> = Readonly<Partial<Record<Name, string>>>;

type Refusal = Pick<ParleyError, 'code' | 'detail'>;

const INVALID = 4003;

/**
 * The errors of a refused request by field.
 * @param names of the fields of the form
 * @returns null if the error is about anything else, too
 */
export function fieldErrorsOf<Name extends string>(
  { code, detail }: Refusal,
  names: readonly Name[],
): FieldErrors<Name> | null {
  if (code !== INVALID || typeof detail === 'string') return null;
  const entries = Object.entries(detail).map(([path, reasons]) => {
    const last = path.split('.').at(-1);
    return [names.find((name) => name === last), reasons.join(' ')] as const;
  });
  if (entries.length === 0 || entries.some(([name]) => name === undefined)) return null;
  return Object.fromEntries(entries) as FieldErrors<Name>;
}

interface FormErrors<Name extends string> {
  readonly errors: Signal<FieldErrors<Name>>;
  /** For `attempt`: shows an error that is about fields alone beside them. */
  readonly show: (error: Refusal) => boolean;
}

/** The errors of a form by field. */
export function useFieldErrors<Name extends string>(names: readonly Name[]): FormErrors<Name> {
  const none = {} as FieldErrors<Name>;
  const errors = useSignal(none);
  return {
    errors,
    show: (error) => {
      const refused = fieldErrorsOf(error, names);
      errors.value = refused ?? none;
      return refused !== null;
    },
  };
}
