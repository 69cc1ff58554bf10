import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { toast } from '../design/toasts.js';
import { changePassword } from '../session/change-password.js';
import type { PasswordFaults } from '../session/change-password.js';
import { self } from '../session/session.js';

const OFFLINE: PasswordFaults = { form: 'The server cannot be reached. Check your network connection.' };

/** The change of the user's password. @param onChanged all other sessions have ended */
export function PasswordSection({ onChanged }: { readonly onChanged: () => void }): JSX.Element {
  const [old, next, repeated] = [useSignal(''), useSignal(''), useSignal('')];
  const faults = useSignal<PasswordFaults & { readonly repeated?: string }>({});
  const isBusy = useSignal(false);

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (next.value !== repeated.value) {
      faults.value = { repeated: 'The two new passwords differ.' };
      return;
    }
    isBusy.value = true;
    faults.value = await changePassword(old.value, next.value).catch(() => OFFLINE);
    isBusy.value = false;
    if (Object.keys(faults.value).length > 0) return;
    for (const field of [old, next, repeated]) field.value = '';
    toast('Your password is changed. All other devices are logged out.');
    onChanged();
  };

  return (
    <section class="settings-section" aria-label="Password">
      <h3>Password</h3>
      <form class="password-form" onSubmit={(event) => void submit(event)}>
        {/* Password managers store the new password under this name. */}
        <input type="text" name="username" autocomplete="username" value={self.value?.username} hidden />
        <Field
          label="Old password"
          type="password"
          autocomplete="current-password"
          required
          value={old}
          error={faults.value.old_password}
        />
        <Field
          label="New password"
          type="password"
          autocomplete="new-password"
          required
          value={next}
          error={faults.value.new_password}
        />
        <Field
          label="New password again"
          type="password"
          autocomplete="new-password"
          required
          value={repeated}
          error={faults.value.repeated}
        />
        <p class="refusal" role="alert">
          {faults.value.form}
        </p>
        <Button kind="primary" type="submit" isBusy={isBusy.value}>
          Change the password
        </Button>
      </form>
    </section>
  );
}
