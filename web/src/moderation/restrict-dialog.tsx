import type { User } from '@parley/client';
import type { JSX } from 'preact';

import { Dialog } from '../design/dialog.js';
import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import { RestrictionList } from './restriction-list.js';
import { RestrictMember } from './restrict-member.js';
import { useRestrictions } from './use-restrictions.js';

interface RestrictDialogProps {
  readonly user: User;
  readonly roomId: string;
  readonly onClose: () => void;
}

/** Restricts the sender of a message, and shows the restriction that the sender has. */
export function RestrictDialog({ user, roomId, onClose }: RestrictDialogProps): JSX.Element {
  const { restrictions, current = [] } = useRestrictions(roomId, user.id);
  return (
    <Dialog title={t('settings.restrictUser', { name: personName(user) })} onClose={onClose}>
      <RestrictionList restrictions={restrictions} shown={current} />
      <div class="restrict">
        <RestrictMember user={user} roomId={roomId} onDone={onClose} />
      </div>
    </Dialog>
  );
}
