import type { JSX } from 'preact';

import type { OpenRoom } from '../conversation/open-room.js';
import { AttachmentChips } from './attachment-chips.js';
import { MessageFiles } from './message-files.js';

interface ComposerFilesProps {
  readonly open: OpenRoom;
}

/** The files and the addresses of files of the next message. */
export const ComposerFiles = ({ open }: ComposerFilesProps): JSX.Element => (
  <>
    <AttachmentChips open={open} />
    <MessageFiles place={{ roomId: open.id }} />
  </>
);
