import type { JSX } from 'preact';

import type { OpenRoom } from '../conversation/open-room.js';
import { summaryOf } from '../conversation/shown-message.js';
import { IconButton } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';

interface NoteProps {
  readonly open: OpenRoom;
}

/** Shows above the input which message the text edits or answers. */
export const ComposerNotes = ({ open }: NoteProps): JSX.Element => (
  <>
    <EditingNote open={open} />
    <ReplyNote open={open} />
  </>
);

function ReplyNote({ open }: NoteProps): JSX.Element | null {
  const message = open.replyTo.value;
  if (!message) return null;
  return (
    <div class="composer-note">
      <Icon name="reply" />
      <p>
        <strong>{t('composer.replyTo', { name: personName(message.sender) })}</strong>
        <span>{summaryOf(message)}</span>
      </p>
      <IconButton icon="close" label={t('composer.cancelReply')} onClick={() => (open.replyTo.value = null)} />
    </div>
  );
}

function EditingNote({ open }: NoteProps): JSX.Element | null {
  const message = open.editing.value;
  if (!message) return null;
  return (
    <div class="composer-note">
      <Icon name="edit" />
      <p>
        <strong>{t('composer.editMessage')}</strong>
        <span>{summaryOf(message)}</span>
      </p>
      <IconButton icon="close" label={t('composer.cancelEditing')} onClick={() => (open.editing.value = null)} />
    </div>
  );
}
