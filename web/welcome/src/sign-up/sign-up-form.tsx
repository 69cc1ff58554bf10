import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Button } from '../../../src/design/button.js';
import { Field } from '../../../src/design/field.js';
import { t } from '../../../src/languages/translate.js';
import { PasswordField } from '../../../src/session/password-field.js';
import { makeAccount } from '../new-account.js';
import type { NewAccount } from '../new-account.js';
import { useForm } from '../use-form.js';

const FIELDS = ['username', 'password', 'first_name', 'email'] as const;

interface SignUpFormProps {
  /** Of an invitation; missing: without one. */
  readonly token?: string;
  /** The address of the account; null: it has none; empty: it is a field. */
  readonly email: string | null;
  readonly onMade: (account: NewAccount) => void;
  /** A mail tells what to do next. */
  readonly onPending?: () => void;
}

/** Makes an account, with an invitation or with an address that is verified next. */
export function SignUpForm({ token, email, onMade, onPending }: SignUpFormProps): JSX.Element {
  const username = useSignal('');
  const password = useSignal('');
  const firstName = useSignal('');
  const address = useSignal('');
  const { errors, errorText, isBusy, form, onSubmit } = useForm({
    names: FIELDS,
    submit: async () => {
      const account = { username: username.value.trim(), password: password.value };
      const called = firstName.value.trim();
      const isMade = await makeAccount('api/accounts/', {
        ...account,
        ...(token !== undefined && { invitation: token }),
        ...(email === '' && { email: address.value.trim() }),
        ...(called !== '' && { first_name: called }),
      });
      if (isMade) onMade(account);
      else onPending?.();
    },
    meaning: ({ status }) => {
      if (status === 403) return t('welcome.signUpOff');
      if (status === 404) return t('welcome.invitationVoid');
      return status === 409 ? { username: t('welcome.nameTaken') } : undefined;
    },
  });
  return (
    <form ref={form} class="stack" onSubmit={onSubmit}>
      <Field
        label={t('session.userName')}
        value={username}
        error={errors.username}
        name="username"
        autocomplete="username"
        autocapitalize="off"
        spellcheck={false}
        required
      />
      <PasswordField
        label={t('session.password')}
        value={password}
        error={errors.password}
        name="password"
        autocomplete="new-password"
      />
      <Field label={t('welcome.firstName')} value={firstName} error={errors.first_name} />
      {email === '' && (
        <Field
          label={t('welcome.emailAddress')}
          value={address}
          error={errors.email}
          type="email"
          name="email"
          autocomplete="email"
          required
        />
      )}
      {email !== null && email !== '' && <p class="description">{t('welcome.email', { email })}</p>}
      <p class="refusal" role="alert">
        {errorText}
      </p>
      <Button kind="primary" type="submit" isBusy={isBusy}>
        {t('welcome.makeAccount')}
      </Button>
    </form>
  );
}
