import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { APP_NAME } from '../../../src/deployment.js';
import { Button } from '../../../src/design/button.js';
import { t } from '../../../src/languages/translate.js';
import { OpenChat } from '../open-chat.js';
import { send } from '../requests.js';
import { useForm } from '../use-form.js';

/** Verifies an address by the link of a mail: programs that open links must not do it. @param secret of the link */
export function VerificationCard({ secret: token }: { readonly secret: string }): JSX.Element {
  const username = useSignal<string | null>(null);
  const { errorText, isBusy, form, onSubmit } = useForm({
    names: [] as const,
    submit: async () => {
      const answer = await send<{ readonly username: string }>(
        'POST',
        `api/accounts/verify/${encodeURIComponent(token)}`,
      );
      username.value = answer.username;
    },
    meaning: ({ status }) => {
      if (status === 404) return t('welcome.linkVoid');
      return status === 409 ? t('welcome.nameTakenMeanwhile') : undefined;
    },
  });
  return (
    <>
      <h1>{APP_NAME}</h1>
      {username.value === null ? (
        <form ref={form} class="stack" onSubmit={onSubmit}>
          <p class="muted">{t('welcome.verifyHint')}</p>
          <p class="refusal" role="alert">
            {errorText}
          </p>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t('welcome.verify')}
          </Button>
        </form>
      ) : (
        <OpenChat text={t('welcome.verified', { name: username.value })} />
      )}
    </>
  );
}
