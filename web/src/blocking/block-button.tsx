import type { User } from '@parley/client';
import { BlockedUsers } from '@parley/client/private-state';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { ConfirmButton } from '../design/confirm-button.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';

interface BlockButtonProps {
  readonly user: User;
}

/** Blocks a user after a question, or ends that. */
export function BlockButton({ user }: BlockButtonProps): JSX.Element {
  const { parley, preferences } = useChat();
  const name = personName(user);
  if (preferences.isBlocked(user.id)) return <UnblockButton user={user} />;
  return (
    <ConfirmButton
      kind="danger"
      aria-label={t('blocking.blockUser', { name })}
      title={t('blocking.blockQuestion', { name })}
      question={t('blocking.blockEffect')}
      verb={t('blocking.block')}
      onConfirm={() =>
        void attempt(() => new BlockedUsers(parley).block(user.id), { 4005: t('blocking.tooManyBlocked') })
      }
    >
      {t('blocking.block')}
    </ConfirmButton>
  );
}

export function UnblockButton({ user }: BlockButtonProps): JSX.Element {
  const { parley } = useChat();
  return (
    <Button
      aria-label={t('blocking.unblockUser', { name: personName(user) })}
      onClick={() => void attempt(() => new BlockedUsers(parley).unblock(user.id))}
    >
      {t('blocking.unblock')}
    </Button>
  );
}
