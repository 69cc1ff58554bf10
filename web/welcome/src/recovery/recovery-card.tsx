import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { APP_NAME } from '../../../src/deployment.js';
import { Button } from '../../../src/design/button.js';
import { Field } from '../../../src/design/field.js';
import { t } from '../../../src/languages/translate.js';
import { send } from '../requests.js';
import { useForm } from '../use-form.js';

/** Somebody who has lost the password asks for a link. The answer does not tell whether an account has the address. */
export function RecoveryCard(): JSX.Element {
  const email = useSignal('');
  const isAsked = useSignal(false);
  const { errors, errorText, isBusy, form, onSubmit } = useForm({
    names: ['email'] as const,
    submit: async () => {
      await send('POST', 'api/account/recovery/', { body: { email: email.value.trim() } });
      isAsked.value = true;
    },
    meaning: () => undefined,
  });
  return (
    <>
      <h1>{APP_NAME}</h1>
      {isAsked.value ? (
        <p role="status">{t('welcome.recoveryAsked')}</p>
      ) : (
        <form ref={form} class="stack" onSubmit={onSubmit}>
          <p class="muted">{t('welcome.recoveryHint')}</p>
          <Field
            label={t('welcome.emailAddress')}
            value={email}
            error={errors.email}
            type="email"
            name="email"
            autocomplete="email"
            required
          />
          <p class="refusal" role="alert">
            {errorText}
          </p>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t('welcome.sendLink')}
          </Button>
        </form>
      )}
    </>
  );
}
