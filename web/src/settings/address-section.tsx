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
import { accountRequest } from '../session/account-request.js';
import { isMailOffered } from '../session/deployment-words.js';
import { withProofOf } from '../session/reauthentication/reauthentication.js';
import { MailNoticesChoice } from './mail-notices-choice.js';

const FIELDS = ['email'] as const;

interface OwnAddress {
  /** Null: the user has none. */
  readonly email: string | null;
  readonly email_verified: boolean;
}

/** Null: it is not known, or the service sends no mail. */
async function ownAddress(): Promise<OwnAddress | null> {
  if (!(await isMailOffered())) return null;
  const response = await accountRequest('GET', 'api/account/address/').catch(() => null);
  return response?.ok ? ((await response.json()) as OwnAddress) : null;
}

/** The address at which the user receives mail, where the service sends any. Another one counts once its link was opened. */
export function AddressSection(): JSX.Element | null {
  const { parley, users } = useChat();
  const own = useSignal<OwnAddress | null>(null);
  const email = useSignal('');
  const isBusy = useSignal(false);
  const { errors, show } = useFieldErrors(FIELDS);

  const read = (): void => {
    void ownAddress().then((read) => {
      if (read?.email !== own.peek()?.email) email.value = read?.email ?? '';
      own.value = read;
    });
  };
  // A link that is opened elsewhere changes the settings.
  useEffect(() => {
    read();
    return parley.on('settings', read);
  }, []);
  const save = async (): Promise<void> => {
    isBusy.value = true;
    errors.value = {};
    const wanted = email.value.trim() || null;
    const isDone = await attempt(() => withProofOf(() => users.update({ email: wanted })), {}, show);
    if (isDone) toast(wanted === null ? t('settings.addressRemoved') : t('settings.addressLinkSent'));
    isBusy.value = false;
  };
  if (!own.value) return null;
  const isUnverified = own.value.email !== null && !own.value.email_verified;
  return (
    <>
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
      {own.value.email_verified && <MailNoticesChoice />}
    </>
  );
}
