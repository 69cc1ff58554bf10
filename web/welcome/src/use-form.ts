import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { errorMessage } from '../../src/error-message.js';
import { useFieldErrors } from '../../src/field-errors.js';
import type { FieldErrors } from '../../src/field-errors.js';
import { failureText, Refused } from './requests.js';

const INVALID = 4003;
const FAULTY = '[aria-invalid="true"]';

interface Form<Name extends string> {
  /** Why the values of fields were refused. */
  readonly errors: FieldErrors<Name>;
  /** Why it failed otherwise. */
  readonly errorText: string;
  readonly isBusy: boolean;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onSubmit: (event: Event) => void;
}

interface FormUse<Name extends string> {
  readonly names: readonly Name[];
  readonly submit: () => Promise<void>;
  /** What a refusal means here; undefined: what it means everywhere. */
  readonly meaning: (refused: Refused) => FieldErrors<Name> | string | undefined;
}

/** A form whose refused values are told at their fields, of which the first gets the focus. */
export function useForm<Name extends string>({ names, submit, meaning }: FormUse<Name>): Form<Name> {
  const { errors, show: showAtFields } = useFieldErrors(names);
  const errorText = useSignal('');
  const isBusy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>(`input${FAULTY}, ${FAULTY} input`)?.focus();
  }, [errors.value]);

  const show = (error: unknown): void => {
    const meant = error instanceof Refused ? meaning(error) : undefined;
    if (typeof meant === 'object') errors.value = meant;
    else errorText.value = meant ?? textOf(error);
  };
  const textOf = (error: unknown): string => {
    if (!(error instanceof Refused) || error.status !== 400) return failureText(error);
    const invalid = { code: INVALID, detail: error.fields } as const;
    return showAtFields(invalid) ? '' : errorMessage(invalid);
  };
  const run = async (): Promise<void> => {
    isBusy.value = true;
    errorText.value = '';
    errors.value = {} as FieldErrors<Name>;
    await submit().catch(show);
    isBusy.value = false;
  };
  return {
    errors: errors.value,
    errorText: errorText.value,
    isBusy: isBusy.value,
    form,
    onSubmit: (event) => {
      event.preventDefault();
      void run();
    },
  };
}
