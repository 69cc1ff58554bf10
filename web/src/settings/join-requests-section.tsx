import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { Button } from '../design/button.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { PersonLabel } from '../people/person-label.js';
import { personName } from '../rooms/names.js';

const reviewErrors = () => ({ 4003: t('rooms.roomFull'), 4004: t('settings.joinRequestEnded') });

export function JoinRequestsSection({ roomId }: { readonly roomId: string }): JSX.Element | null {
  const { joinRequests } = useChat();
  const pending = joinRequests.inRoom(roomId);
  if (pending.length === 0) return null;
  return (
    <section class="settings-section" aria-label={t('settings.joinRequests')}>
      <h3>{t('settings.joinRequests')}</h3>
      <ul class="members">
        {pending.map((user) => {
          const name = personName(user);
          const review = (decision: 'approve' | 'deny') => () =>
            void attempt(() => joinRequests.review(roomId, user.id, decision), reviewErrors());
          return (
            <li key={user.id} class="member">
              <Avatar name={name} size="small" />
              <p class="member-name">
                <PersonLabel user={user} />
              </p>
              <Button onClick={review('deny')} aria-label={t('settings.declineUser', { name })}>
                {t('settings.decline')}
              </Button>
              <Button kind="primary" onClick={review('approve')} aria-label={t('settings.approveUser', { name })}>
                {t('settings.approve')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
