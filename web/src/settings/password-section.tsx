import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Button } from '../design/button.js';
import { toast } from '../design/toasts.js';
import { t } from '../languages/translate.js';
import { changePassword } from '../session/change-password.js';
import type { PasswordFaults } from '../session/change-password.js';
import { PasswordField } from '../session/password-field.js';
import { self } from '../session/session.js';

const offline = (): PasswordFaults => ({ form: t('session.unreachable') });

/** The change of the user's password. @param onChanged all other sessions have ended */
export function PasswordSection({ onChanged }: { readonly onChanged: () => void }): JSX.Element {
  const [old, next, repeated] = [useSignal(''), useSignal(''), useSignal('')];
  const faults = useSignal<PasswordFaults & { readonly repeated?: string }>({});
  const isBusy = useSignal(false);

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (next.value !== repeated.value) {
      faults.value = { repeated: t('settings.newPasswordsDiffer') };
      return;
    }
    isBusy.value = true;
    faults.value = await changePassword(old.value, next.value).catch(offline);
    isBusy.value = false;
    if (Object.keys(faults.value).length > 0) return;
    for (const field of [old, next, repeated]) field.value = '';
    toast(t('settings.passwordChanged'));
    onChanged();
  };

  return (
    <section class="settings-section" aria-label={t('settings.password')}>
      <h3>{t('settings.password')}</h3>
      <form class="password-form" onSubmit={(event) => void submit(event)}>
        {/* Password managers store the new password under this name. */}
        <input type="text" name="username" autocomplete="username" value={self.value?.username} hidden />
        <PasswordField
          label={t('settings.oldPassword')}
          autocomplete="current-password"
          value={old}
          error={faults.value.old_password}
        />
        <PasswordField
          label={t('settings.newPassword')}
          autocomplete="new-password"
          value={next}
          error={faults.value.new_password}
        />
        <PasswordField
          label={t('settings.newPasswordAgain')}
          autocomplete="new-password"
          value={repeated}
          error={faults.value.repeated}
        />
        <p class="refusal" role="alert">
          {faults.value.form}
        </p>
        <Button kind="primary" type="submit" isBusy={isBusy.value}>
          {t('settings.changePassword')}
        </Button>
      </form>
    </section>
  );
}
