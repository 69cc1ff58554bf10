import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { APP_NAME } from '../deployment.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { ThemeButton } from '../design/theme.js';
import { hasExpired, logInWithPassword } from './session.js';
import { SessionRequestError } from './session-endpoint.js';

function logInErrorMessage(error: unknown): string {
  if (!(error instanceof SessionRequestError)) return 'The server cannot be reached. Check your network connection.';
  const { status, retryAfter } = error;
  if (status === 401) return 'Wrong user name or password.';
  if (status === 403) return 'This server does not allow log-ins from this address.';
  if (status === 404) return 'Log-in with a password is turned off on this server.';
  if (status === 429) return `Too many attempts. Try again in ${String(retryAfter ?? 60)} seconds.`;
  return 'The server could not log you in. Try again in a moment.';
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
        <p class="muted">Log in to chat.</p>
        {hasExpired.value && (
          <p class="notice" role="status">
            Your session has expired. Log in again.
          </p>
        )}
        <Field label="User name" value={username} name="username" autocomplete="username" required isFirst />
        <Field
          label="Password"
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
          Log in
        </Button>
      </form>
      <ThemeButton />
    </main>
  );
}
