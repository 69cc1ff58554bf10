import type { JSX } from 'preact';

import { Facts, Time } from '../app/facts.js';
import { t } from '../languages/texts.js';
import { AccountActs } from './account-acts.js';
import { AccountMarks } from './account-marks.js';
import type { Account, AccountDetail, ErasureReceipt } from './answers.js';
import { PersonalDataActs } from './personal-data-acts.js';
import { roleName } from './roles.js';

interface AccountViewProps {
  readonly account: AccountDetail;
  readonly onChange: () => Promise<void>;
  readonly onErased: (receipt: ErasureReceipt) => void;
}

/** The account with the acts that the role permits. */
export function AccountView({ account, onChange, onErased }: AccountViewProps): JSX.Element {
  const { enabled, recovery_codes: codes } = account.second_factor;
  return (
    <>
      <section class="card" aria-label={t('users.account')}>
        <AccountMarks account={account} />
        <Facts
          facts={[
            [t('users.id'), String(account.id)],
            [t('users.firstName'), <bdi>{account.first_name}</bdi>],
            [t('users.lastName'), <bdi>{account.last_name}</bdi>],
            [t('users.email'), account.email === null ? null : <bdi>{account.email}</bdi>],
            [t('users.role'), roleName(account.role)],
            [t('users.kind'), account.kind === 'guest' ? t('users.guest') : t('users.member')],
            [t('users.guestUntil'), account.guest_until === null ? null : <Time iso={account.guest_until} />],
            [t('users.state'), stateText(account)],
            [t('users.secondFactor'), enabled ? t('users.factorOn', { count: codes }) : t('users.factorOff')],
            [t('users.createdAt'), <Time iso={account.created_at} />],
          ]}
        />
      </section>
      <AccountActs account={account} onChange={onChange} />
      <PersonalDataActs account={account} onErased={onErased} />
    </>
  );
}

function stateText({ is_active: isActive, deactivated_by: by }: Account): string {
  if (isActive) return t('users.active');
  if (by === null) return t('users.inactive');
  return t('users.inactiveBy', { rank: by === 'operator' ? t('users.operator') : roleName(by) });
}
