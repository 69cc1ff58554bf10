import type { JSX } from 'preact';

import { Mark } from '../app/facts.js';
import { t } from '../languages/texts.js';
import type { Account } from './answers.js';
import { roleName } from './roles.js';

/** The role of a user, and what is special about the account. */
export const AccountMarks = ({ account }: { readonly account: Account }): JSX.Element => (
  <span class="marks">
    {account.role !== 'user' && <Mark kind="good">{roleName(account.role)}</Mark>}
    {account.is_bot && <Mark>{t('users.bot')}</Mark>}
    {account.kind === 'guest' && <Mark>{t('users.guest')}</Mark>}
    {!account.is_active && <Mark kind="bad">{t('users.inactive')}</Mark>}
  </span>
);
