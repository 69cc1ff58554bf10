import type { NewAttachment, UploadedFile } from '@parley/client';
import type { JSX } from 'preact';

import type { OpenRoom } from '../conversation/open-room.js';
import { IconButton } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { t } from '../languages/translate.js';

/** The files of the next message that are addresses, or of a message that was refused. */
export function AttachmentChips({ open }: { readonly open: OpenRoom }): JSX.Element | null {
  const attachments = open.attachments.value;
  if (attachments.length === 0) return null;
  return (
    <ul class="composer-chips" aria-label={t('composer.attachments')}>
      {attachments.map((attachment, at) => (
        <li key={at} class="chip">
          <Icon name="attach" />
          <bdi>{attachment.caption ?? nameOf(attachment)}</bdi>
          <IconButton
            icon="close"
            label={t('composer.removeAttachment')}
            onClick={() => (open.attachments.value = attachments.filter((other) => other !== attachment))}
          />
        </li>
      ))}
    </ul>
  );
}

const nameOf = (attachment: NewAttachment | UploadedFile): string | undefined =>
  'upload_id' in attachment ? t('conversation.file') : attachment.media_url.split('/').at(-1);
