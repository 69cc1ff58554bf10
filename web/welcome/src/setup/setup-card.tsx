import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { Button } from '../../../src/design/button.js';
import { Field } from '../../../src/design/field.js';
import { t } from '../../../src/languages/translate.js';
import { PasswordField } from '../../../src/session/password-field.js';
import { Entering } from '../entering.js';
import { makeAccount } from '../new-account.js';
import type { NewAccount } from '../new-account.js';
import { useForm } from '../use-form.js';
import { PresetChoice } from './preset-choice.js';
import type { Preset } from './preset-choice.js';

const FIELDS = ['name', 'preset', 'username', 'password'] as const;

interface SetupCardProps {
  /** The key of the address that the service printed. */
  readonly secret: string;
}

/** Sets up a deployment that has no user. It shows the same on every deployment until the key is sent. */
export function SetupCard({ secret }: SetupCardProps): JSX.Element {
  const account = useSignal<NewAccount | null>(null);
  useEffect(() => {
    document.title = t('welcome.setupTitle');
  });
  return (
    <>
      <h1>{t('welcome.setupTitle')}</h1>
      {account.value ? (
        <Entering account={account.value} />
      ) : (
        <SetupForm secret={secret} onMade={(made) => (account.value = made)} />
      )}
    </>
  );
}

interface SetupFormProps extends SetupCardProps {
  readonly onMade: (account: NewAccount) => void;
}

function SetupForm({ secret, onMade }: SetupFormProps): JSX.Element {
  const name = useSignal('');
  const preset = useSignal<Preset | ''>('');
  const username = useSignal('');
  const password = useSignal('');
  const { errors, errorText, isBusy, form, onSubmit } = useForm({
    names: FIELDS,
    submit: async () => {
      const account = { username: username.value.trim(), password: password.value };
      await makeAccount('api/setup/', { key: secret, name: name.value.trim(), preset: preset.value, ...account });
      onMade(account);
    },
    meaning: ({ status }) => {
      if (status === 404) return t('welcome.setupVoid');
      return status === 409 ? { username: t('welcome.nameTaken') } : undefined;
    },
  });
  return (
    <form ref={form} class="stack" onSubmit={onSubmit}>
      <Field
        label={t('welcome.deploymentName')}
        hint={t('welcome.deploymentNameHint')}
        value={name}
        error={errors.name}
        autocomplete="off"
        required
        isFirst
      />
      <PresetChoice chosen={preset} error={errors.preset} />
      <p class="hint">{t('welcome.setupHint')}</p>
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
      <p class="refusal" role="alert">
        {errorText}
      </p>
      <Button kind="primary" type="submit" isBusy={isBusy}>
        {t('welcome.setUp')}
      </Button>
    </form>
  );
}
