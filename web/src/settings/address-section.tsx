import type { OwnSettings } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { toast } from '../design/toasts.js';
import { attempt } from '../errors.js';
import { useFieldErrors } from '../field-errors.js';
import { t } from '../languages/translate.js';
import { isMailOffered } from '../session/mail-offer.js';

const FIELDS = ['email'] as const;

/** The address at which the user receives mail, where the service sends any. Another one counts once its link was opened. */
export function AddressSection({ settings }: { readonly settings: OwnSettings }): JSX.Element | null {
  const { users } = useChat();
  const email = useSignal(settings.email ?? '');
  const isBusy = useSignal(false);
  const { errors, show } = useFieldErrors(FIELDS);
  const isOffered = useSignal(false);
  useEffect(() => {
    void isMailOffered().then((offered) => {
      isOffered.value = offered;
    });
  }, []);
  const isUnverified = settings.email !== null && !settings.email_verified;

  const save = async (): Promise<void> => {
    isBusy.value = true;
    errors.value = {};
    const wanted = email.value.trim() || null;
    const isDone = await attempt(() => users.update({ email: wanted }), {}, show);
    if (isDone) toast(wanted === null ? t('settings.addressRemoved') : t('settings.addressLinkSent'));
    isBusy.value = false;
  };
  if (!isOffered.value) return null;
  return (
    <section class="settings-section">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label={t('settings.address')}
          value={email}
          type="email"
          autocomplete="email"
          hint={isUnverified ? t('settings.addressUnverified') : t('settings.addressHint')}
          error={errors.value.email}
        />
        <Button type="submit" isBusy={isBusy.value}>
          {t('settings.saveAddress')}
        </Button>
      </form>
    </section>
  );
}
