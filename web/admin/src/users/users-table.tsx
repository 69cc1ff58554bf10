import type { JSX } from 'preact';

import { Icon } from '../../../src/design/icon.js';
import { pathOf } from '../app/addresses.js';
import { Mark } from '../app/facts.js';
import { UserLink } from '../app/link.js';
import { filterBy, go, query } from '../app/router.js';
import { t } from '../languages/texts.js';
import { fullName } from './account.js';
import type { AccountList } from './account-list.js';
import type { ListedAccount } from './answers.js';
import { hiddenColumns, USER_COLUMNS } from './user-columns.js';
import type { UserColumn, UserSort } from './user-columns.js';

type Order = 'asc' | 'desc';

/** The order that the address has, or that the service takes without one. */
function presentOrder(): { readonly sort: UserSort; readonly order: Order } {
  const given = Object.fromEntries(query.value) as { sort?: UserSort; order?: Order; query?: string };
  const sort = given.sort ?? (given.query === undefined ? 'created' : 'name');
  return { sort, order: given.order ?? firstOrder(sort) };
}

const firstOrder = (sort: UserSort): Order => (sort === 'name' ? 'asc' : 'desc');

/** Sorts the list, and the other way round if it is sorted so already. */
function sortBy(sort: UserSort): void {
  const present = presentOrder();
  const turned: Order = present.order === 'asc' ? 'desc' : 'asc';
  const order = present.sort === sort ? turned : firstOrder(sort);
  filterBy({ ...Object.fromEntries(query.value), sort, order });
}

/** Roles are named, because a phone shows the table as cards: then the browser knows none. */
export function UsersTable({ list }: { readonly list: AccountList }): JSX.Element {
  const items = list.items.value;
  const columns = USER_COLUMNS.filter(({ name }) => !hiddenColumns.value.has(name));
  return (
    <table class="users" role="table" aria-label={t('users.title')} aria-busy={list.isLoading.value}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" class="users-select">
            <input
              type="checkbox"
              aria-label={t('users.selectAll')}
              disabled={items.length === 0}
              checked={items.length > 0 && list.selected.value.size === items.length}
              onChange={({ currentTarget: { checked } }) => list.selectAll(checked)}
            />
          </th>
          <ColumnHead label={t('users.username')} sort="name" />
          {columns.map(({ name, label, sort }) => (
            <ColumnHead key={name} label={label()} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items.map((account) => (
          <UserRow key={account.id} account={account} columns={columns} list={list} />
        ))}
      </tbody>
    </table>
  );
}

interface ColumnHeadProps {
  readonly label: string;
  readonly sort: UserSort | undefined;
}

function ColumnHead({ label, sort }: ColumnHeadProps): JSX.Element {
  const present = presentOrder();
  if (sort === undefined) {
    return (
      <th role="columnheader" scope="col">
        {label}
      </th>
    );
  }
  const isSorted = present.sort === sort;
  const direction = present.order === 'asc' ? 'ascending' : 'descending';
  return (
    <th role="columnheader" scope="col" class="users-sorted" aria-sort={isSorted ? direction : 'none'}>
      <button type="button" onClick={() => sortBy(sort)}>
        {label}
        <span class={isSorted ? `sort-mark sort-${direction}` : 'sort-mark'}>
          <Icon name="down" />
        </span>
      </button>
    </th>
  );
}

interface UserRowProps {
  readonly account: ListedAccount;
  readonly columns: readonly UserColumn[];
  readonly list: AccountList;
}

/** What takes a click itself. */
const OWN_CLICKS = 'a, input, label, button';

function UserRow({ account, columns, list }: UserRowProps): JSX.Element {
  const { username, is_active: isActive } = account;
  const isSelected = list.selected.value.has(username);
  return (
    <tr
      role="row"
      class={isSelected ? 'is-selected' : undefined}
      onClick={({ target }) => {
        // The link in the row is for the keyboard. Whoever selects text opens nothing.
        const isOwn = target instanceof Element && target.closest(OWN_CLICKS) !== null;
        if (!isOwn && getSelection()?.isCollapsed !== false) go(pathOf('users', username));
      }}
    >
      <td role="cell" class="users-select">
        <label>
          <input
            type="checkbox"
            aria-label={t('users.select', { name: username })}
            checked={isSelected}
            onChange={({ currentTarget: { checked } }) => list.select(username, checked)}
          />
        </label>
      </td>
      <td role="cell" class="users-name">
        <UserLink username={username} /> {!isActive && <Mark kind="bad">{t('users.inactive')}</Mark>}
        <p class="row-note">
          <bdi>{fullName(account)}</bdi>
        </p>
      </td>
      {columns.map(({ name, label, isLong = false, cell }) => (
        <td key={name} role="cell" class={isLong ? 'users-long' : undefined} data-label={label()}>
          {cell(account)}
        </td>
      ))}
    </tr>
  );
}
