import type { JSX } from 'preact';

import { Heading } from '../app/heading.js';
import { ItemList } from '../app/item-list.js';
import { parts } from '../app/router.js';
import { Tabs } from '../app/tabs.js';
import { useList } from '../app/use-list.js';
import { t } from '../languages/texts.js';
import type { Webhook } from './answers.js';
import { DeliveryList } from './delivery-list.js';
import { NewWebhookButton } from './new-webhook-button.js';
import { WebhookRow } from './webhook-row.js';

const DELIVERIES = 'webhooks/deliveries';

export function WebhooksPage(): JSX.Element {
  const areDeliveries = parts.value[1] === 'deliveries';
  const tabs = [
    ['webhooks', t('webhooks.title')],
    [DELIVERIES, t('webhooks.deliveries')],
  ] as const;
  return (
    <>
      <Heading title={areDeliveries ? t('webhooks.deliveries') : t('webhooks.title')} />
      <Tabs label={t('webhooks.views')} tabs={tabs} current={areDeliveries ? DELIVERIES : 'webhooks'} />
      {areDeliveries ? <DeliveryList /> : <WebhookList />}
    </>
  );
}

function WebhookList(): JSX.Element {
  const list = useList<Webhook>('webhooks/', 'webhooks');
  return (
    <>
      <div class="acts">
        <NewWebhookButton onCreated={() => list.reload()} />
      </div>
      <ItemList
        label={t('webhooks.title')}
        list={list}
        keyOf={({ id }) => id}
        empty={t('webhooks.none')}
        row={(webhook) => <WebhookRow webhook={webhook} onChange={() => list.reload()} />}
      />
    </>
  );
}
