import { effect, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

import { briefDay, fullTime, timeAgo } from '../../../src/design/times.js';
import { Mark } from '../app/facts.js';
import { numberText } from '../app/numbers.js';
import { t } from '../languages/texts.js';
import { kindName } from './account.js';
import type { ListedAccount } from './answers.js';
import { roleName } from './roles.js';

/** What users are sorted by. */
export type UserSort = 'name' | 'last_activity' | 'created';

export interface UserColumn {
  readonly name: string;
  readonly label: () => string;
  readonly sort?: UserSort;
  /** Whether its texts may be too long for one line. */
  readonly isLong?: boolean;
  readonly cell: (account: ListedAccount) => ComponentChildren;
}

const MOST_LOG_INS = 100;

/** The columns beside that of the name, which is always shown. */
export const USER_COLUMNS: readonly UserColumn[] = [
  {
    name: 'email',
    label: () => t('users.email'),
    isLong: true,
    cell: ({ email }) => email !== null && <bdi>{email}</bdi>,
  },
  { name: 'last_active', label: () => t('users.lastActive'), sort: 'last_activity', cell: lastActive },
  {
    name: 'log_ins',
    label: () => t('users.logIns'),
    cell: ({ log_ins: count }) => (count === MOST_LOG_INS ? t('users.manyLogIns', { count }) : numberText(count)),
  },
  { name: 'kind', label: () => t('users.kind'), cell: kindName },
  { name: 'role', label: () => t('users.role'), cell: ({ role }) => roleName(role) },
  {
    name: 'created',
    label: () => t('users.createdAt'),
    sort: 'created',
    cell: ({ created_at: at }) => (
      <time dateTime={at} title={fullTime(at)}>
        {briefDay(at)}
      </time>
    ),
  },
];

function lastActive({ is_online: isOnline, last_active_at: at }: ListedAccount): ComponentChildren {
  if (isOnline) return <Mark kind="good">{t('users.online')}</Mark>;
  if (at === null) return t('users.neverActive');
  return (
    <time dateTime={at} title={fullTime(at)}>
      {timeAgo(at, new Date())}
    </time>
  );
}

const KEY = 'parley:admin-hidden-user-columns';

/** The names of the columns that this browser does not show. */
export const hiddenColumns = signal<ReadonlySet<string>>(
  new Set((localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean)),
);

effect(() => {
  localStorage.setItem(KEY, [...hiddenColumns.value].join(' '));
});

export function showColumn(name: string, isShown: boolean): void {
  const others = [...hiddenColumns.value].filter((each) => each !== name);
  hiddenColumns.value = new Set(isShown ? others : [...others, name]);
}
