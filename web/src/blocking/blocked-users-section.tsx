import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { Button } from '../design/button.js';
import { t } from '../languages/translate.js';
import { PersonLabel } from '../people/person-label.js';
import { personName } from '../rooms/names.js';
import { UnblockButton } from './block-button.js';

const PAGE_SIZE = 20;

/** The users whom the user blocks, the last blocked first. */
export function BlockedUsersSection(): JSX.Element {
  const { blocks } = useChat().preferences;
  const most = useSignal(PAGE_SIZE);
  return (
    <section class="settings-section" aria-label={t('blocking.blockedUsers')}>
      <h3>{t('blocking.blockedUsers')}</h3>
      {blocks.length === 0 && <p class="muted">{t('blocking.nobodyBlocked')}</p>}
      <ul class="members">
        {blocks.slice(0, most.value).map(
          ({ user }) =>
            user && (
              <li key={user.id} class="member">
                <Avatar name={personName(user)} url={user.avatar} size="small" />
                <p class="member-name">
                  <PersonLabel user={user} />
                </p>
                <UnblockButton user={user} />
              </li>
            ),
        )}
      </ul>
      {blocks.length > most.value && <Button onClick={() => (most.value += PAGE_SIZE)}>{t('design.more')}</Button>}
    </section>
  );
}
