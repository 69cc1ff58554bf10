import type { JSX } from 'preact';

import { useLoad } from '../chat/use-load.js';
import type { OpenRoom } from '../conversation/open-room.js';
import type { Rights } from '../conversation/rights.js';
import { Dialog } from '../design/dialog.js';
import { t } from '../languages/translate.js';
import { MembersSection } from './members-section.js';

interface MembersDialogProps {
  readonly open: OpenRoom;
  readonly rights: Rights;
  readonly onClose: () => void;
}

/** Lists the members of a room, and shows which of them are online. */
export function MembersDialog({ open, rights, onClose }: MembersDialogProps): JSX.Element {
  useLoad(() => open.loadMembers(), open.id);
  return (
    <Dialog title={t('settings.members')} onClose={onClose} isWide>
      {/* What is loaded later would move what a user points at. */}
      {open.members.value && <MembersSection open={open} rights={rights} />}
    </Dialog>
  );
}
