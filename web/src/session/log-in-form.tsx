import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';

import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { t } from '../languages/translate.js';
import { PasswordField } from './password-field.js';
import { SessionRequestError } from './session-endpoint.js';
import type { NextStep } from './session-endpoint.js';

function logInErrorMessage(error: unknown): string {
  if (!(error instanceof SessionRequestError)) return t('session.unreachable');
  const { status, retryAfter } = error;
  if (status === 401) return t('session.wrongPassword');
  if (status === 403) return t('session.addressRefused');
  if (status === 404) return t('session.logInOff');
  if (status === 429) return t('session.tooManyAttempts', { seconds: retryAfter ?? 60 });
  return t('session.logInFailed');
}

interface LogInFormProps {
  readonly username: Signal<string>;
  readonly logIn: (username: string, password: string) => Promise<void>;
  /** The log-in needs a step after the password. */
  readonly onStep: (step: NextStep) => void;
  /** Whether it takes the focus. */
  readonly isFirst?: boolean;
}

/** A log-in by a password. */
export function LogInForm({ username, logIn, onStep, isFirst = true }: LogInFormProps): JSX.Element {
  const isNameKnown = useSignal(username.peek() !== '').peek();
  const password = useSignal('');
  const errorText = useSignal('');
  const isBusy = useSignal(false);

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    isBusy.value = true;
    errorText.value = '';
    try {
      await logIn(username.value, password.value);
    } catch (error) {
      isBusy.value = false;
      if (error instanceof SessionRequestError && error.step) onStep(error.step);
      else errorText.value = logInErrorMessage(error);
    }
  };

  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
      <Field
        label={t('session.userName')}
        value={username}
        name="username"
        autocomplete="username"
        required
        isFirst={isFirst && !isNameKnown}
      />
      <PasswordField
        label={t('session.password')}
        value={password}
        name="password"
        autocomplete="current-password"
        isFirst={isFirst && isNameKnown}
      />
      <p class="refusal" role="alert">
        {errorText}
      </p>
      <Button kind="primary" type="submit" isBusy={isBusy.value}>
        {t('session.logIn')}
      </Button>
    </form>
  );
}
