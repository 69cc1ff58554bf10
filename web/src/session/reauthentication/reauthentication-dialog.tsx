import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { t } from '../../languages/translate.js';
import { useAnswer } from '../deployment-words.js';
import { secondFactorState } from '../second-factor/second-factor-requests.js';
import { PasswordField } from '../password-field.js';
import { prove } from './reauthentication.js';

interface ReauthenticationProps {
  /** @param isProven whether the user has given a right password or code */
  readonly onClose: (isProven?: boolean) => void;
}

/** Asks for the password, or for a code of a user with a second factor, when an action needs a proof. */
export const Reauthentication = ({ onClose }: ReauthenticationProps): JSX.Element => (
  <Dialog title={t('session.proveTitle')} onClose={() => onClose()}>
    <ProofForm onProven={() => onClose(true)} />
  </Dialog>
);

/** It is shown once it is known what it asks for. */
function ProofForm({ onProven }: { readonly onProven: () => void }): JSX.Element | null {
  const hasCodes = useAnswer(async () => (await secondFactorState()).enabled, false);
  const text = useSignal('');
  const errorText = useSignal('');
  const isBusy = useSignal(false);
  if (hasCodes === undefined) return null;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    isBusy.value = true;
    errorText.value = (await prove(hasCodes ? { code: text.value.trim() } : { password: text.value })) ?? '';
    isBusy.value = false;
    if (errorText.value === '') onProven();
  };
  return (
    <form class="password-form" onSubmit={(event) => void submit(event)}>
      <p>{hasCodes ? t('session.proveByCode') : t('session.proveByPassword')}</p>
      {hasCodes ? (
        <Field
          label={t('session.code')}
          name="code"
          autocomplete="one-time-code"
          hint={t('session.codeHint')}
          value={text}
          required
          isFirst
        />
      ) : (
        <PasswordField
          label={t('session.password')}
          name="password"
          autocomplete="current-password"
          value={text}
          isFirst
        />
      )}
      <p class="refusal" role="alert">
        {errorText}
      </p>
      <Button kind="primary" type="submit" isBusy={isBusy.value}>
        {t('session.prove')}
      </Button>
    </form>
  );
}
