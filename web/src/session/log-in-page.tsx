import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { APP_NAME } from '../deployment.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { LanguageField } from '../design/language-field.js';
import { ThemeButton } from '../design/theme.js';
import { t } from '../languages/translate.js';
import { hasExpired, logInWithPassword } from './session.js';
import { SessionRequestError } from './session-endpoint.js';

function logInErrorMessage(error: unknown): string {
  if (!(error instanceof SessionRequestError)) return t('session.unreachable');
  const { status, retryAfter } = error;
  if (status === 401) return t('session.wrongPassword');
  if (status === 403) return t('session.addressRefused');
  if (status === 404) return t('session.logInOff');
  if (status === 429) return t('session.tooManyAttempts', { seconds: retryAfter ?? 60 });
  return t('session.logInFailed');
}

export function LogInPage(): JSX.Element {
  const username = useSignal('');
  const password = useSignal('');
  const errorText = useSignal('');
  const isBusy = useSignal(false);

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    isBusy.value = true;
    errorText.value = '';
    try {
      await logInWithPassword(username.value, password.value);
    } catch (error) {
      errorText.value = logInErrorMessage(error);
      isBusy.value = false;
    }
  };

  return (
    <main class="log-in">
      <form class="log-in-card" onSubmit={(event) => void submit(event)}>
        <img class="log-in-mark" src="./icon.svg" alt="" width="52" height="52" />
        <h1>{APP_NAME}</h1>
        <p class="muted">{t('session.logInToChat')}</p>
        {hasExpired.value && (
          <p class="notice" role="status">
            {t('session.expired')}
          </p>
        )}
        <Field
          label={t('session.userName')}
          value={username}
          name="username"
          autocomplete="username"
          required
          isFirst
        />
        <Field
          label={t('session.password')}
          value={password}
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
        <p class="refusal" role="alert">
          {errorText}
        </p>
        <Button kind="primary" type="submit" isBusy={isBusy.value}>
          {t('session.logIn')}
        </Button>
      </form>
      <div class="log-in-choices">
        <LanguageField />
        <ThemeButton />
      </div>
    </main>
  );
}
