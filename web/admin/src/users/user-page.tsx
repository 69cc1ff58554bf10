import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { AnswerView } from '../app/answer-view.js';
import { pathOf } from '../app/addresses.js';
import { Heading } from '../app/heading.js';
import type { ItemAddress } from '../app/item-address.js';
import { may } from '../app/me.js';
import { Tabs } from '../app/tabs.js';
import { useAnswer } from '../app/use-answer.js';
import { EntryList } from '../audit/entry-list.js';
import { t } from '../languages/texts.js';
import { userPath } from './account.js';
import { AccountView } from './account-view.js';
import type { AccountDetail, ErasureReceipt } from './answers.js';
import { ReceiptView } from './receipt-view.js';
import { UserRooms } from './user-rooms.js';
import { UserSessions } from './user-sessions.js';

export function UserPage({ id: username, view }: ItemAddress): JSX.Element {
  const answer = useAnswer<AccountDetail>(userPath(username));
  const receipt = useSignal<ErasureReceipt | null>(null);
  if (receipt.value) {
    return (
      <>
        <Heading title={t('users.erased', { name: username })} />
        <ReceiptView receipt={receipt.value} />
      </>
    );
  }
  const home = pathOf('users', username);
  const tabs = [
    [home, t('users.account')],
    [`${home}/sessions`, t('users.sessions')],
    [`${home}/rooms`, t('users.rooms')],
    ...(may('audit.read') ? ([[`${home}/audit`, t('audit.title')]] as const) : []),
  ] as const;
  return (
    <>
      <Heading title={username} />
      <Tabs label={t('users.views')} tabs={tabs} current={view === '' ? home : `${home}/${view}`} />
      <AnswerView answer={answer}>
        {(account) => (
          <UserView
            account={account}
            view={view}
            onChange={answer.reload}
            onErased={(value) => (receipt.value = value)}
          />
        )}
      </AnswerView>
    </>
  );
}

interface UserViewProps {
  readonly account: AccountDetail;
  readonly view: string;
  readonly onChange: () => Promise<void>;
  readonly onErased: (receipt: ErasureReceipt) => void;
}

function UserView({ account, view, onChange, onErased }: UserViewProps): JSX.Element {
  switch (view) {
    case 'sessions':
      return <UserSessions account={account} />;
    case 'rooms':
      return <UserRooms username={account.username} />;
    case 'audit':
      return <EntryList filters={{ user: account.username }} />;
    default:
      return <AccountView account={account} onChange={onChange} onErased={onErased} />;
  }
}
