import type { User } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { BlockButton } from '../blocking/block-button.js';
import { useChat } from '../chat/chat-context.js';
import { Avatar } from '../design/avatar.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { t } from '../languages/translate.js';
import { ReportButton } from '../reports/report-button.js';
import { createRoom } from '../rooms/create-room.js';
import { personName, statusText } from '../rooms/names.js';

interface PersonDialogProps {
  readonly user: User;
  readonly onClose: () => void;
  /** Called after the direct message with the user was opened. */
  readonly onOpened?: (() => void) | undefined;
}

/** Shows the profile of a user, with a button to write to the user. */
export function PersonDialog({ user, onClose, onOpened = onClose }: PersonDialogProps): JSX.Element {
  const { parley, preferences, self } = useChat();
  const isOther = user.id !== self.id;
  const isBlocked = preferences.isBlocked(user.id);
  const isBusy = useSignal(false);
  const name = personName(user);
  const write = async (): Promise<void> => {
    isBusy.value = true;
    const isDone = await createRoom(parley, { type: 'OneToOneChat', participants: [user.id] });
    isBusy.value = false;
    if (isDone) onOpened();
  };
  return (
    <Dialog title={t('people.profile')} onClose={onClose}>
      <div class="person">
        <Avatar name={name} url={user.avatar} size="large" />
        <p>
          <strong dir="auto">{name}</strong>
          <span class="muted">
            <bdi>@{user.username}</bdi>
            {user.is_bot && ` · ${t('people.bot')}`}
            {user.is_guest && ` · ${t('rooms.guest')}`}
          </span>
          {statusText(user) && <span dir="auto">{statusText(user)}</span>}
          {isBlocked && <span class="muted">{t('blocking.youHaveBlocked', { name })}</span>}
        </p>
      </div>
      <div class="dialog-buttons">
        <Button onClick={onClose}>{t('design.close')}</Button>
        {isOther && <ReportButton user={user} />}
        {isOther && <BlockButton user={user} />}
        {isOther && !isBlocked && (
          <Button kind="primary" isBusy={isBusy.value} onClick={() => void write()}>
            {t('people.message')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
