import type { Attachment } from '@parley/client';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import type { ShownMessage } from '../conversation/shown-message.js';
import { t } from '../languages/translate.js';
import { fileNameOf } from './file-link.js';
import { showPictures } from './picture-viewer.js';
import { picturesOf } from './pictures.js';

interface PictureProps {
  readonly attachment: Attachment;
  /** The messages whose pictures the viewer shows. */
  readonly around: () => readonly ShownMessage[];
  readonly url: string;
  readonly onError: () => void;
  /** The number of pictures that are not shown after it. */
  readonly more?: number;
}

/** A small still picture, which opens the viewer. An animation moves there. */
export function Picture({ attachment, around, url, onError, more = 0 }: PictureProps): JSX.Element {
  const chat = useChat();
  return (
    <button
      type="button"
      class="picture"
      aria-haspopup="dialog"
      onClick={() => showPictures(chat, picturesOf(around()), attachment.id)}
    >
      <img src={url} alt={attachment.caption || fileNameOf(attachment)} loading="lazy" onError={onError} />
      {attachment.mime_type === 'image/gif' && <span class="picture-mark">{t('files.gif')}</span>}
      {more > 0 && <span class="picture-more">{t('files.morePictures', { count: more })}</span>}
    </button>
  );
}
