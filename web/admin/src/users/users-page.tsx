import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';

import { withQuery } from '../app/addresses.js';
import { Filters, filterValues } from '../app/filters.js';
import type { FormField } from '../app/form-values.js';
import { Heading } from '../app/heading.js';
import { ListEnd } from '../app/item-list.js';
import { may } from '../app/me.js';
import { query } from '../app/router.js';
import { t } from '../languages/texts.js';
import { AccountList } from './account-list.js';
import { ColumnChoice } from './column-choice.js';
import { InviteButton } from './invite-button.js';
import { NewUserButton } from './new-user-button.js';
import { roleOptions } from './roles.js';
import { SelectionActs } from './selection-acts.js';
import { UserTotals } from './user-totals.js';
import { UsersTable } from './users-table.js';

/** In the address, beside the filters. */
const ORDER = ['sort', 'order'] as const;

const filters = (): readonly FormField[] => [
  { name: 'query', label: t('users.query'), kind: 'text' },
  { name: 'role', label: t('users.role'), kind: 'choice', options: [['', t('app.all')], ...roleOptions()] },
  {
    name: 'kind',
    label: t('users.kind'),
    kind: 'choice',
    options: [
      ['', t('app.all')],
      ['member', t('users.member')],
      ['guest', t('users.guest')],
      ['bot', t('users.bot')],
    ],
  },
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
  const order = Object.fromEntries(ORDER.map((name) => [name, query.value.get(name)]));
  const path = withQuery('users/', { ...filterValues(fields), ...order });
  const list = useMemo(() => new AccountList(path), [path]);
  useEffect(() => void list.reload(), [list]);
  const isEmpty = list.isRead.value && list.items.value.length === 0 && !list.hasMore.value;
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
      <Filters label={t('users.find')} fields={fields} kept={ORDER} />
      <div class="users-head">
        <UserTotals />
        <ColumnChoice />
      </div>
      <SelectionActs key={path} list={list} />
      <UsersTable list={list} />
      {isEmpty && <p class="muted">{t('users.none')}</p>}
      <ListEnd list={list} />
    </>
  );
}
