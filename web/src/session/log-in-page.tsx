import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { APP_NAME } from '../deployment.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { LanguageField } from '../design/language-field.js';
import { onDemand } from '../design/on-demand.js';
import { ThemeButton } from '../design/theme.js';
import { t } from '../languages/translate.js';
import { PasswordField } from './password-field.js';
import { expiredName, hasExpired, logInWithPassword } from './session.js';
import { SessionRequestError } from './session-endpoint.js';
import type { NextStep } from './session-endpoint.js';

const ProviderLogIn = onDemand(async () => (await import('./provider/provider-log-in.js')).ProviderLogIn);
const LogInStep = onDemand(async () => (await import('./second-factor/log-in-step.js')).LogInStep);

function logInErrorMessage(error: unknown): string {
  if (!(error instanceof SessionRequestError)) return t('session.unreachable');
  const { status, retryAfter } = error;
  if (status === 401) return t('session.wrongPassword');
  if (status === 403) return t('session.addressRefused');
  if (status === 404) return t('session.logInOff');
  if (status === 429) return t('session.tooManyAttempts', { seconds: retryAfter ?? 60 });
  return t('session.logInFailed');
}

interface LogInPageProps {
  /** The purpose of the log-in, shown to the user. */
  readonly purpose?: string;
  /** The address of the icon. */
  readonly icon?: string;
  /** Whether the page has texts in all languages. */
  readonly isTranslated?: boolean;
}

export function LogInPage({
  purpose = t('session.logInToChat'),
  icon = './icon.svg',
  isTranslated = true,
}: LogInPageProps): JSX.Element {
  const username = useSignal(expiredName.peek());
  const isNameKnown = expiredName.peek() !== '';
  const password = useSignal('');
  const errorText = useSignal('');
  const isBusy = useSignal(false);
  const step = useSignal<NextStep | null>(null);

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    isBusy.value = true;
    errorText.value = '';
    try {
      await logInWithPassword(username.value, password.value);
    } catch (error) {
      const next = error instanceof SessionRequestError ? error.step : undefined;
      step.value = next ?? null;
      isBusy.value = false;
      if (step.value) return;
      errorText.value = logInErrorMessage(error);
    }
  };

  if (step.value) {
    return (
      <main class="log-in">
        <div class="log-in-card">
          <h1>{APP_NAME}</h1>
          <LogInStep username={username.value} step={step.value} onClose={() => (step.value = null)} />
        </div>
      </main>
    );
  }
  return (
    <main class="log-in">
      <form class="log-in-card" onSubmit={(event) => void submit(event)}>
        <img class="log-in-mark" src={icon} alt="" width="52" height="52" />
        <h1>{APP_NAME}</h1>
        <p class="muted">{purpose}</p>
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
          isFirst={!isNameKnown}
        />
        <PasswordField
          label={t('session.password')}
          value={password}
          name="password"
          autocomplete="current-password"
          isFirst={isNameKnown}
        />
        <p class="refusal" role="alert">
          {errorText}
        </p>
        <Button kind="primary" type="submit" isBusy={isBusy.value}>
          {t('session.logIn')}
        </Button>
        <ProviderLogIn />
      </form>
      <div class="log-in-choices">
        {isTranslated && <LanguageField />}
        <ThemeButton />
      </div>
    </main>
  );
}
