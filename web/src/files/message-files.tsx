import type { DraftPlace } from '@parley/client/private-state';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { formatFileSize } from '../conversation/file-size.js';
import { IconButton } from '../design/button.js';
import { locale, t } from '../languages/translate.js';
import { chosenIn } from './chosen-file.js';
import type { ChosenFile } from './chosen-file.js';
import { useDroppedFiles } from './dropping.js';
import { FilePreview } from './file-preview.js';
import { transfersOf } from './file-transfers.js';

/** Characters. The service has the same limit. */
const MAX_CAPTION = 2_000;

interface MessageFilesProps {
  readonly place: DraftPlace;
}

/** The files of the next message of a room or of a thread with their uploads, and the area to drop more. */
export function MessageFiles({ place }: MessageFilesProps): JSX.Element {
  const chat = useChat();
  const element = useRef<HTMLDivElement>(null);
  const transfers = transfersOf(chat);
  const isOver = useDroppedFiles(element, (files) => void transfers.add(place, files));
  const files = chosenIn(chat.files, place);
  return (
    <div ref={element}>
      {isOver.value && <div class="drop-area">{t('files.drop')}</div>}
      {files.length > 0 && (
        <ul class="file-tiles" aria-label={t('files.chosen')}>
          {files.map((chosen) => (
            <FileTile key={chosen.key} chosen={chosen} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface FileTileProps {
  readonly chosen: ChosenFile;
}

function FileTile({ chosen }: FileTileProps): JSX.Element {
  const { file, status, retry, cancel } = chosen;
  const { name, size } = file;
  const now = status.value;
  return (
    <li class={`file-tile is-${now.kind}`}>
      <FilePreview file={file} />
      <div>
        <strong dir="auto">{name}</strong>
        {now.kind === 'failed' ? (
          <small role="alert">{now.reason}</small>
        ) : (
          <small>{formatFileSize(size, locale.value)}</small>
        )}
        {now.kind === 'sending' && <progress aria-label={t('files.progress', { name })} value={now.sent} />}
      </div>
      {now.kind === 'failed' && now.mayRetry && (
        <IconButton icon="retry" label={t('files.retry', { name })} onClick={retry} />
      )}
      <IconButton icon="close" label={t('files.remove', { name })} onClick={cancel} />
      {now.kind !== 'failed' && <CaptionField chosen={chosen} />}
    </li>
  );
}

/** The caption of a picture is its alternative text too. */
function CaptionField({ chosen: { file, caption, setCaption } }: FileTileProps): JSX.Element {
  const isPicture = file.type.startsWith('image/');
  return (
    <input
      class="input"
      dir="auto"
      maxLength={MAX_CAPTION}
      aria-label={t(isPicture ? 'files.pictureCaptionOf' : 'files.captionOf', { name: file.name })}
      placeholder={t(isPicture ? 'files.pictureCaption' : 'composer.caption')}
      value={caption.value}
      onInput={(event) => setCaption(event.currentTarget.value)}
    />
  );
}
