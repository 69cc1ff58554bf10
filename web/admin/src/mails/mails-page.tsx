import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { post } from '../api.js';
import { withQuery } from '../app/addresses.js';
import { Facts, Mark, Time } from '../app/facts.js';
import { Filters, filterValues } from '../app/filters.js';
import { FormButton } from '../app/form-button.js';
import type { FormField } from '../app/form-values.js';
import { Heading } from '../app/heading.js';
import { ItemList } from '../app/item-list.js';
import { UserLink } from '../app/link.js';
import { useList } from '../app/use-list.js';
import { t } from '../languages/texts.js';
import type { Mail, TestedMail } from './answers.js';

const STATES = ['pending', 'sent', 'dropped', 'failed'];

const filters = (): readonly FormField[] => [
  {
    name: 'state',
    label: t('webhooks.state'),
    kind: 'choice',
    options: [['', t('app.all')], ...STATES.map((state) => [state, state] as const)],
  },
];

/** Mails and what became of them, and a test of the SMTP server. */
export function MailsPage(): JSX.Element {
  const fields = filters();
  const list = useList<Mail>(withQuery('mails/', filterValues(fields)), 'mails');
  const tested = useSignal<TestedMail | null>(null);
  return (
    <>
      <Heading title={t('mails.title')}>
        <FormButton
          label={t('mails.test')}
          form={{
            title: t('mails.test'),
            verb: t('pushes.send'),
            intro: t('mails.testEffect'),
            fields: [{ name: 'address', label: t('mails.address'), kind: 'text', isRequired: true }],
            onSubmit: async (body) => {
              tested.value = await post<TestedMail>('mails/test/', body);
            },
          }}
        />
      </Heading>
      {tested.value && (
        <p class="card" role="status">
          {tested.value.error === null ? t('mails.taken') : t('mails.notTaken', { error: tested.value.error })}
        </p>
      )}
      <Filters label={t('mails.find')} fields={fields} />
      <ItemList
        label={t('mails.title')}
        list={list}
        keyOf={({ id }) => id}
        empty={t('mails.none')}
        row={(mail) => <MailView mail={mail} />}
      />
    </>
  );
}

const KINDS: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = { sent: 'good', pending: 'warn', failed: 'bad' };

const MailView = ({ mail }: { readonly mail: Mail }): JSX.Element => (
  <>
    <p class="row-title">
      {mail.address} <Mark kind={KINDS[mail.state] ?? 'plain'}>{mail.state}</Mark>
    </p>
    <Facts
      facts={[
        [t('audit.at'), <Time iso={mail.created_at} />],
        [t('mails.kind'), mail.kind],
        [t('users.username'), mail.username === null ? null : <UserLink username={mail.username} />],
        [t('webhooks.attempts'), String(mail.attempts)],
        [t('mails.error'), mail.error],
        [t('mails.nextTry'), mail.due_at === null ? null : <Time iso={mail.due_at} />],
      ]}
    />
  </>
);
