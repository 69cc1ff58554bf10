import type { JSX } from 'preact';

import { toast } from '../../../src/design/toasts.js';
import { post, remove } from '../api.js';
import { ActButton } from '../app/act-button.js';
import { withQuery } from '../app/addresses.js';
import { AnswerView } from '../app/answer-view.js';
import { Facts, Mark, Time } from '../app/facts.js';
import { FormButton } from '../app/form-button.js';
import { Link } from '../app/link.js';
import { numberText } from '../app/numbers.js';
import { useAnswer } from '../app/use-answer.js';
import { t } from '../languages/texts.js';
import type { Webhook } from './answers.js';

interface WebhookRowProps {
  readonly webhook: Webhook;
  readonly onChange: () => Promise<void>;
}

/** A webhook with the acts on it. */
export function WebhookRow({ webhook, onChange }: WebhookRowProps): JSX.Element {
  const { id, url, events, description, is_active: isActive, created_at } = webhook;
  const at = `webhooks/${id}/`;
  const then = async (change: Promise<unknown>, text: string): Promise<void> => {
    await change;
    toast(text);
    await onChange();
  };
  return (
    <>
      <p class="row-title">
        <bdi>{url}</bdi> {!isActive && <Mark kind="bad">{t('webhooks.disabled')}</Mark>}
      </p>
      <p class="row-note">
        <bdi>{description}</bdi> {events.join(', ')} · <Time iso={created_at} />
      </p>
      <div class="acts">
        <Link to={withQuery('webhooks/deliveries', { webhook_id: id })}>{t('webhooks.deliveries')}</Link>
        <ActButton
          label={t('webhooks.test')}
          name={t('webhooks.actOn', { act: t('webhooks.test'), url })}
          onAct={() => then(post(`${at}test/`), t('webhooks.tested'))}
        />
        <ActButton
          label={isActive ? t('webhooks.disable') : t('webhooks.enable')}
          name={t('webhooks.actOn', { act: isActive ? t('webhooks.disable') : t('webhooks.enable'), url })}
          onAct={() => then(post(`${at}${isActive ? 'disable' : 'enable'}/`), t('app.done'))}
        />
        <FormButton
          kind="danger"
          label={t('webhooks.delete')}
          name={t('webhooks.actOn', { act: t('webhooks.delete'), url })}
          form={{
            title: t('webhooks.delete'),
            verb: t('webhooks.delete'),
            isDangerous: true,
            fields: [],
            intro: <Deletion webhook={webhook} />,
            onSubmit: () => then(remove(at), t('app.done')),
          }}
        />
      </div>
    </>
  );
}

/** The number of rows that a deletion would delete. */
function Deletion({ webhook }: { readonly webhook: Webhook }): JSX.Element {
  const answer = useAnswer<{ readonly deliveries: number; readonly pending: number }>(
    `webhooks/${webhook.id}/deletion/`,
  );
  return (
    <>
      <p>{t('webhooks.deleteEffect', { url: webhook.url })}</p>
      <AnswerView answer={answer}>
        {({ deliveries, pending }) => (
          <Facts
            facts={[
              [t('webhooks.deliveries'), numberText(deliveries)],
              [t('webhooks.pending'), numberText(pending)],
            ]}
          />
        )}
      </AnswerView>
    </>
  );
}
