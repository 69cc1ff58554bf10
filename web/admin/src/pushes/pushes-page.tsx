import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { withQuery } from '../app/addresses.js';
import { Facts, Mark, Time } from '../app/facts.js';
import { Filters, filterValues } from '../app/filters.js';
import type { FormField } from '../app/form-values.js';
import { Heading } from '../app/heading.js';
import { ItemList } from '../app/item-list.js';
import { RoomLink, UserLink } from '../app/link.js';
import { useList } from '../app/use-list.js';
import { t } from '../languages/texts.js';
import type { Push, TestedSubscription } from './answers.js';
import { PushTestButton } from './push-test-button.js';

const STATES = ['pending', 'sent', 'unsent'];

const filters = (): readonly FormField[] => [
  { name: 'user', label: t('users.username'), kind: 'text' },
  {
    name: 'state',
    label: t('webhooks.state'),
    kind: 'choice',
    options: [['', t('app.all')], ...STATES.map((state) => [state, state] as const)],
  },
];

/** The results of push notifications, and a test. */
export function PushesPage(): JSX.Element {
  const fields = filters();
  const list = useList<Push>(withQuery('pushes/', filterValues(fields)), 'pushes');
  const tested = useSignal<readonly TestedSubscription[] | null>(null);
  return (
    <>
      <Heading title={t('pushes.title')}>
        <PushTestButton onTested={(results) => (tested.value = results)} />
      </Heading>
      {tested.value && <TestResults results={tested.value} />}
      <Filters label={t('pushes.find')} fields={fields} />
      <ItemList
        label={t('pushes.title')}
        list={list}
        keyOf={({ id }) => id}
        empty={t('pushes.none')}
        row={(push) => <PushView push={push} />}
      />
    </>
  );
}

const TestResults = ({ results }: { readonly results: readonly TestedSubscription[] }): JSX.Element => (
  <section class="card" aria-label={t('pushes.results')}>
    <h2>{t('pushes.results')}</h2>
    {results.length === 0 && <p>{t('pushes.noSubscriptions')}</p>}
    <Facts
      facts={results.map(({ subscription_id: id, host, outcome, status }) => [
        `${host} ${id}`,
        status === null ? outcome : `${outcome} (${String(status)})`,
      ])}
    />
  </section>
);

const KINDS: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = { sent: 'good', pending: 'warn', unsent: 'bad' };

const PushView = ({ push }: { readonly push: Push }): JSX.Element => (
  <>
    <p class="row-title">
      {push.username === null ? t('pushes.members', { count: push.members }) : <UserLink username={push.username} />}{' '}
      <Mark kind={KINDS[push.state] ?? 'plain'}>{push.state}</Mark>
    </p>
    <Facts
      facts={[
        [t('audit.at'), <Time iso={push.at} />],
        [t('pushes.reason'), push.reason],
        [t('pushes.host'), push.host],
        [t('webhooks.status'), push.status === null ? null : String(push.status)],
        [t('webhooks.attempts'), String(push.attempts)],
        [t('audit.room'), <RoomLink id={push.room_id} />],
        [t('pushes.number'), String(push.seq)],
      ]}
    />
  </>
);
