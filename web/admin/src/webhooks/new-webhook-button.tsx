import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { post } from '../api.js';
import { FormButton } from '../app/form-button.js';
import { SecretDialog } from '../app/secret-dialog.js';
import { t } from '../languages/texts.js';
import { WEBHOOK_EVENTS } from './webhook-events.js';

/** Creates a webhook, and shows its secret once. */
export function NewWebhookButton({ onCreated }: { readonly onCreated: () => Promise<void> }): JSX.Element {
  const secret = useSignal<string | null>(null);
  return (
    <>
      <FormButton
        kind="primary"
        label={t('webhooks.new')}
        form={{
          title: t('webhooks.new'),
          verb: t('webhooks.create'),
          fields: [
            { name: 'url', label: t('webhooks.url'), kind: 'text', isRequired: true },
            { name: 'description', label: t('webhooks.description'), kind: 'text' },
            {
              name: 'events',
              label: t('webhooks.events'),
              kind: 'checks',
              options: WEBHOOK_EVENTS.map((event) => [event, event] as const),
            },
          ],
          onSubmit: async (body) => {
            secret.value = (await post<{ readonly secret: string }>('webhooks/', body)).secret;
            await onCreated();
          },
        }}
      />
      {secret.value !== null && (
        <SecretDialog title={t('webhooks.secret')} secret={secret.value} onClose={() => (secret.value = null)} />
      )}
    </>
  );
}
