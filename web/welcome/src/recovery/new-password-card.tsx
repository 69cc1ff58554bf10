import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { APP_NAME } from '../../../src/deployment.js';
import { Button } from '../../../src/design/button.js';
import { t } from '../../../src/languages/translate.js';
import { PasswordField } from '../../../src/session/password-field.js';
import { OpenChat } from '../open-chat.js';
import { send } from '../requests.js';
import { useForm } from '../use-form.js';

/** Sets another password by the link of a mail. @param secret of the link */
export function NewPasswordCard({ secret: token }: { readonly secret: string }): JSX.Element {
  const password = useSignal('');
  const isSet = useSignal(false);
  const { errors, errorText, isBusy, form, onSubmit } = useForm({
    names: ['password'] as const,
    submit: async () => {
      await send('POST', 'api/account/recovery/confirm/', { body: { token, password: password.value } });
      isSet.value = true;
    },
    meaning: ({ status }) => (status === 404 ? t('welcome.linkVoid') : undefined),
  });
  return (
    <>
      <h1>{APP_NAME}</h1>
      {isSet.value ? (
        <OpenChat text={t('welcome.passwordSet')} />
      ) : (
        <form ref={form} class="stack" onSubmit={onSubmit}>
          <p class="muted">{t('welcome.newPasswordHint')}</p>
          <PasswordField
            label={t('welcome.newPassword')}
            value={password}
            error={errors.password}
            name="password"
            autocomplete="new-password"
          />
          <p class="refusal" role="alert">
            {errorText}
          </p>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t('welcome.setPassword')}
          </Button>
        </form>
      )}
    </>
  );
}
