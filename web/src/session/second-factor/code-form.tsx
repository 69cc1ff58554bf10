import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import { t } from '../../languages/translate.js';
import { codeErrorText } from './second-factor-requests.js';

interface CodeFormProps {
  /** The text of the button. */
  readonly verb: string;
  readonly hint?: string;
  readonly onCode: (code: string) => Promise<void>;
}

/** One field for a code of the second factor. */
export function CodeForm({ verb, hint, onCode }: CodeFormProps): JSX.Element {
  const code = useSignal('');
  const errorText = useSignal('');
  const isBusy = useSignal(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    isBusy.value = true;
    errorText.value = '';
    try {
      await onCode(code.value.trim());
    } catch (error) {
      errorText.value = codeErrorText(error);
    }
    isBusy.value = false;
  };
  return (
    <form class="password-form" onSubmit={(event) => void submit(event)}>
      <Field
        label={t('session.code')}
        value={code}
        name="code"
        autocomplete="one-time-code"
        required
        isFirst
        {...(hint !== undefined && { hint })}
      />
      <p class="refusal" role="alert">
        {errorText}
      </p>
      <Button kind="primary" type="submit" isBusy={isBusy.value}>
        {verb}
      </Button>
    </form>
  );
}
