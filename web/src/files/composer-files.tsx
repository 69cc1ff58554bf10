import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { formatFileSize } from '../conversation/file-size.js';
import type { OpenRoom } from '../conversation/open-room.js';
import { IconButton } from '../design/button.js';
import { locale, t } from '../languages/translate.js';
import { AttachmentChips } from './attachment-chips.js';
import { chosenIn } from './chosen-file.js';
import type { ChosenFile } from './chosen-file.js';
import { useDroppedFiles } from './dropping.js';
import { FilePreview } from './file-preview.js';
import { transfersOf } from './file-transfers.js';

interface ComposerFilesProps {
  readonly open: OpenRoom;
}

/** The files of the next message with their uploads, and the place to drop more. */
export function ComposerFiles({ open }: ComposerFilesProps): JSX.Element {
  const chat = useChat();
  const { id: roomId } = open;
  const transfers = transfersOf(chat);
  const isOver = useDroppedFiles((files) => void transfers.add(roomId, files));
  const files = chosenIn(chat.files, roomId);
  return (
    <>
      {isOver.value && <div class="drop-area">{t('files.drop')}</div>}
      <AttachmentChips open={open} />
      {files.length > 0 && (
        <ul class="file-tiles" aria-label={t('files.chosen')}>
          {files.map((chosen) => (
            <FileTile key={chosen.key} chosen={chosen} />
          ))}
        </ul>
      )}
    </>
  );
}

function FileTile({ chosen }: { readonly chosen: ChosenFile }): JSX.Element {
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
    </li>
  );
}
