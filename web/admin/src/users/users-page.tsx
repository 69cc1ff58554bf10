import type { JSX } from 'preact';

import { shortTime } from '../../../src/design/times.js';
import { withQuery } from '../app/addresses.js';
import { Filters, filterValues } from '../app/filters.js';
import type { FormField } from '../app/form-values.js';
import { Heading } from '../app/heading.js';
import { ItemList } from '../app/item-list.js';
import { UserLink } from '../app/link.js';
import { may } from '../app/me.js';
import { useList } from '../app/use-list.js';
import { t } from '../languages/texts.js';
import { fullName } from './account.js';
import { AccountMarks } from './account-marks.js';
import type { Account } from './answers.js';
import { InviteButton } from './invite-button.js';
import { NewUserButton } from './new-user-button.js';
import { roleOptions } from './roles.js';

const filters = (): readonly FormField[] => [
  { name: 'query', label: t('users.query'), kind: 'text' },
  { name: 'role', label: t('users.role'), kind: 'choice', options: [['', t('app.all')], ...roleOptions()] },
  {
    name: 'is_active',
    label: t('users.state'),
    kind: 'choice',
    options: [
      ['', t('app.all')],
      ['true', t('users.active')],
      ['false', t('users.inactive')],
    ],
  },
];

export function UsersPage(): JSX.Element {
  const fields = filters();
  const list = useList<Account>(withQuery('users/', filterValues(fields)), 'users');
  return (
    <>
      <Heading title={t('users.title')}>
        {may('users.create') && (
          <div class="acts">
            <NewUserButton />
            <InviteButton />
          </div>
        )}
      </Heading>
      <Filters label={t('users.find')} fields={fields} />
      <ItemList
        label={t('users.title')}
        list={list}
        keyOf={({ id }) => id}
        empty={t('users.none')}
        row={(account) => <AccountRow account={account} />}
      />
    </>
  );
}

function AccountRow({ account }: { readonly account: Account }): JSX.Element {
  const { username, email, created_at } = account;
  return (
    <>
      <p class="row-title">
        <UserLink username={username} /> <AccountMarks account={account} />
      </p>
      <p class="row-note">
        <bdi>{fullName(account)}</bdi> {email !== null && <bdi>{email}</bdi>}{' '}
        <time dateTime={created_at}>{t('users.since', { time: shortTime(created_at, new Date()) })}</time>
      </p>
    </>
  );
}
