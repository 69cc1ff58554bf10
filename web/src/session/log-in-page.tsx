import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { APP_NAME } from '../deployment.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { ThemeButton } from '../design/theme-button.js';
import { whyNotLoggedIn } from './log-in-words.js';
import { hasExpired, logInWith } from './session.js';

export function LogInPage(): JSX.Element {
  const username = useSignal('');
  const password = useSignal('');
  const refusal = useSignal('');
  const isBusy = useSignal(false);

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    isBusy.value = true;
    refusal.value = '';
    try {
      await logInWith(username.value, password.value);
    } catch (error) {
      refusal.value = whyNotLoggedIn(error);
      isBusy.value = false;
    }
  };

  return (
    <main class="log-in">
      <form class="log-in-card" onSubmit={(event) => void submit(event)}>
        <img class="log-in-mark" src="./icon.svg" alt="" width="52" height="52" />
        <h1>{APP_NAME}</h1>
        <p class="muted">Log in to talk to your people.</p>
        {hasExpired.value && (
          <p class="notice" role="status">
            Your log-in has ended. Please log in again.
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
          {refusal}
        </p>
        <Button kind="primary" type="submit" isBusy={isBusy.value}>
          Log in
        </Button>
      </form>
      <ThemeButton />
    </main>
  );
}
