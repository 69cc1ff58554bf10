import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { post } from '../api.js';
import { FormButton } from '../app/form-button.js';
import { SecretDialog } from '../app/secret-dialog.js';
import { t } from '../languages/texts.js';
import { SCOPES } from './scopes.js';

const DAY_SECONDS = 86_400;
const MONTH = String(30 * DAY_SECONDS);

/** In seconds. */
const lifetimes = (): readonly (readonly [string, string])[] =>
  [30, 90, 365].map((count) => [String(count * DAY_SECONDS), t('keys.days', { count })] as const);

/** Creates an API key, and shows it once. */
export function NewKeyButton({ onCreated }: { readonly onCreated: () => Promise<void> }): JSX.Element {
  const made = useSignal<string | null>(null);
  return (
    <>
      <FormButton
        kind="primary"
        label={t('keys.new')}
        form={{
          title: t('keys.new'),
          verb: t('keys.create'),
          fields: [
            { name: 'name', label: t('keys.name'), kind: 'text', isRequired: true },
            {
              name: 'scopes',
              label: t('keys.scopes'),
              kind: 'checks',
              options: SCOPES.map((scope) => [scope, scope] as const),
            },
            { name: 'user', label: t('keys.user'), kind: 'text', isRequired: true, hint: t('keys.userHint') },
            { name: 'lifetime', label: t('keys.lifetime'), kind: 'choice', initial: MONTH, options: lifetimes() },
          ],
          onSubmit: async ({ lifetime, ...body }) => {
            const wanted = { ...body, lifetime: Number(lifetime) };
            made.value = (await post<{ readonly key: string }>('keys/', wanted)).key;
            await onCreated();
          },
        }}
      />
      {made.value !== null && (
        <SecretDialog title={t('keys.made')} secret={made.value} onClose={() => (made.value = null)} />
      )}
    </>
  );
}
