import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { Button } from '../../../src/design/button.js';
import { Dialog } from '../../../src/design/dialog.js';
import type { FieldReasons } from '../../../src/field-reasons.js';
import { ApiError } from '../api-error.js';
import { t } from '../languages/texts.js';
import { attempt } from './attempt.js';
import { FormFieldView } from './form-field.js';
import { bodyOf } from './form-values.js';
import type { FormField } from './form-values.js';
import { useKeptFocus } from './kept-focus.js';

export interface Form {
  readonly title: string;
  readonly fields: readonly FormField[];
  /** Explains the action. */
  readonly intro?: ComponentChildren;
  /** The label of the button. */
  readonly verb: string;
  readonly isDangerous?: boolean | undefined;
  /** Shows the effect of the action with the present values of the fields. */
  readonly preview?: (body: Record<string, unknown>) => JSX.Element;
  /** A text that has to be typed in the field of this name before the action. */
  readonly typed?: { readonly name: string; readonly text: string };
  /** Runs the action with what is in the fields. The dialog is closed afterwards, unless it throws. */
  readonly onSubmit: (body: Record<string, unknown>) => Promise<unknown>;
}

interface FormDialogProps {
  readonly form: Form;
  readonly onClose: () => void;
}

/** Whether each field of a refusal is in the form, so that all reasons are shown beside fields. */
const areAllIn = (reasons: FieldReasons, fields: readonly FormField[]): boolean =>
  Object.keys(reasons).length > 0 && Object.keys(reasons).every((name) => fields.some((field) => field.name === name));

/** A dialog with the fields of an action. Reasons of a refusal are shown beside the fields. */
export function FormDialog({ form, onClose }: FormDialogProps): JSX.Element {
  const { title, fields, intro, verb, isDangerous = false, typed, preview, onSubmit } = form;
  useKeptFocus();
  const values = useMemo(() => new Map(fields.map(({ name, initial = '' }) => [name, signal(initial)] as const)), []);
  const reasons = useSignal<FieldReasons>({});
  const isBusy = useSignal(false);
  const isTyped = typed === undefined || values.get(typed.name)?.value.trim() === typed.text;

  const body = (): Record<string, unknown> =>
    bodyOf(fields, Object.fromEntries([...values].map(([name, { value }]) => [name, value])));
  const showOwn = (error: unknown): boolean => {
    if (!(error instanceof ApiError) || !areAllIn(error.fields, fields)) return false;
    reasons.value = error.fields;
    return true;
  };
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    reasons.value = {};
    isBusy.value = true;
    const isDone = await attempt(() => onSubmit(body()), showOwn);
    isBusy.value = false;
    if (isDone) onClose();
  };

  return (
    <Dialog title={title} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        {intro !== undefined && <div class="intro">{intro}</div>}
        {fields.map((field) => {
          const value = values.get(field.name);
          const error = reasons.value[field.name]?.join(' ');
          return value && <FormFieldView key={field.name} field={field} value={value} error={error} />;
        })}
        {preview?.(body())}
        <div class="dialog-buttons">
          <Button onClick={onClose} data-first={fields.length === 0 ? true : undefined}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} isBusy={isBusy.value} disabled={!isTyped}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
