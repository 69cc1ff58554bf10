import type { JSX } from 'preact';

import { toast } from '../../../src/design/toasts.js';
import { post } from '../api.js';
import { ActButton } from '../app/act-button.js';
import { withQuery } from '../app/addresses.js';
import { Facts, Mark, Time } from '../app/facts.js';
import { Filters, filterValues } from '../app/filters.js';
import { FormButton } from '../app/form-button.js';
import type { FormField } from '../app/form-values.js';
import { ItemList } from '../app/item-list.js';
import { RoomLink } from '../app/link.js';
import { useList } from '../app/use-list.js';
import { t } from '../languages/texts.js';
import type { Delivery, ReplayedDeliveries } from './answers.js';

const stateOptions = (): readonly (readonly [string, string])[] => [
  ['', t('app.all')],
  ['pending', t('webhooks.pending')],
  ['delivered', t('webhooks.delivered')],
  ['dead', t('webhooks.dead')],
];

const filters = (): readonly FormField[] => [
  { name: 'webhook_id', label: t('webhooks.webhookId'), kind: 'text' },
  { name: 'state', label: t('webhooks.state'), kind: 'choice', options: stateOptions() },
];

async function replay(body: object): Promise<void> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const answer: ReplayedDeliveries = await post<ReplayedDeliveries>('webhooks/replay/', {
      ...body,
      ...(cursor !== null && { cursor }),
    });
    count += answer.replayed;
    cursor = answer.next_cursor;
  } while (cursor !== null);
  toast(t('webhooks.replayed', { count }));
}

/** The deliveries of webhooks, which can be sent again. */
export function DeliveryList(): JSX.Element {
  const fields = filters();
  const values = filterValues(fields);
  const list = useList<Delivery>(withQuery('webhooks/deliveries/', values), 'deliveries');
  const again = async (body: object): Promise<void> => {
    await replay(body);
    await list.reload();
  };
  return (
    <>
      <Filters label={t('webhooks.find')} fields={fields} />
      <div class="acts">
        <FormButton
          label={t('webhooks.replaySeveral')}
          form={{
            title: t('webhooks.replaySeveral'),
            verb: t('webhooks.replay'),
            intro: t('webhooks.replayEffect'),
            fields: [
              {
                name: 'webhook_id',
                label: t('webhooks.webhookId'),
                kind: 'text',
                initial: values.webhook_id ?? '',
              },
              {
                name: 'state',
                label: t('webhooks.state'),
                kind: 'choice',
                initial: 'dead',
                options: stateOptions(),
              },
              { name: 'since', label: t('webhooks.since'), kind: 'time' },
            ],
            onSubmit: again,
          }}
        />
      </div>
      <ItemList
        label={t('webhooks.deliveries')}
        list={list}
        keyOf={({ id }) => id}
        empty={t('webhooks.noDeliveries')}
        row={(delivery) => <DeliveryView delivery={delivery} onReplay={() => again({ ids: [delivery.id] })} />}
      />
    </>
  );
}

const KINDS = { pending: 'warn', delivered: 'good', dead: 'bad' } as const;

interface DeliveryViewProps {
  readonly delivery: Delivery;
  readonly onReplay: () => Promise<void>;
}

function DeliveryView({ delivery, onReplay }: DeliveryViewProps): JSX.Element {
  const { id, event, state, room_id: roomId, created_at, next_attempt_at: next, ended_at } = delivery;
  return (
    <>
      <p class="row-title">
        <code>{event}</code> <Mark kind={KINDS[state]}>{stateOptions().find(([each]) => each === state)?.[1]}</Mark>
      </p>
      <Facts
        facts={[
          [t('webhooks.createdAt'), <Time iso={created_at} />],
          [t('webhooks.attempts'), String(delivery.attempts)],
          [t('webhooks.status'), delivery.last_status === null ? null : String(delivery.last_status)],
          [t('webhooks.error'), delivery.last_error],
          [t('webhooks.nextAttempt'), next === null ? null : <Time iso={next} />],
          [t('webhooks.endedAt'), ended_at === null ? null : <Time iso={ended_at} />],
          [t('audit.room'), roomId === null ? null : <RoomLink id={roomId} />],
        ]}
      />
      <ActButton
        label={t('webhooks.replay')}
        name={t('webhooks.actOn', { act: t('webhooks.replay'), url: `${event} ${id}` })}
        onAct={onReplay}
      />
    </>
  );
}
