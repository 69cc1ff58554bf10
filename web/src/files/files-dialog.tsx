import type { Attachment, Message, SearchPage } from '@parley/client';
import { MessageSearch } from '@parley/client/conversations';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { useLoad } from '../chat/use-load.js';
import type { OpenRoom } from '../conversation/open-room.js';
import { formatFileSize } from '../conversation/file-size.js';
import { Button, IconButton } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Icon } from '../design/icon.js';
import { rove } from '../design/roving.js';
import { shortTime } from '../design/times.js';
import { attempt } from '../errors.js';
import { locale, t } from '../languages/translate.js';
import { personName } from '../rooms/names.js';
import { download } from './download.js';
import { currentAddress } from './file-address.js';
import { fileNameOf } from './file-link.js';
import { SmallPicture } from './file-strip.js';

interface FilesDialogProps {
  readonly open: OpenRoom;
  readonly onClose: () => void;
}

/** The files of a room, the newest first: each leads to its message, and can be saved. */
export function FilesDialog({ open, onClose }: FilesDialogProps): JSX.Element {
  const { parley } = useChat();
  const page = useSignal<SearchPage | null>(null);
  const load = useLoad(async () => {
    const shown = page.value;
    const before = shown?.next_before ? { before: shown.next_before } : {};
    const next = await new MessageSearch(parley).find({ roomId: open.id, has: ['file'] }, before);
    // A second click asks for the same page.
    if (page.value === shown) page.value = { ...next, results: [...(shown?.results ?? []), ...next.results] };
  }, open.id);
  const messages = page.value?.results.map(({ message }) => message) ?? [];
  return (
    <Dialog title={t('conversation.files')} onClose={onClose} isWide>
      <p class="muted search-count" role="status">
        {page.value && messages.length === 0 && page.value.next_before === null && t('files.noneInRoom')}
      </p>
      <ul class="choices" onKeyDown={(event) => rove(event, 'button.choice')}>
        {messages.flatMap((message) =>
          message.attachments.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              message={message}
              onShow={() => {
                onClose();
                void open.goTo(message);
              }}
            />
          )),
        )}
      </ul>
      {page.value?.next_before && <Button onClick={() => void load()}>{t('design.more')}</Button>}
    </Dialog>
  );
}

interface FileRowProps {
  readonly file: Attachment;
  readonly message: Message;
  readonly onShow: () => void;
}

function FileRow({ file, message, onShow }: FileRowProps): JSX.Element {
  const { parley } = useChat();
  const name = fileNameOf(file);
  return (
    <li class="pin-row">
      <button type="button" class="choice file-row" title={t('files.showInConversation')} onClick={onShow}>
        <span class="file-row-picture">
          <SmallPicture file={file}>
            <Icon name="file" />
          </SmallPicture>
        </span>
        <span class="found-content">
          <strong dir="auto">{name}</strong>
          <small class="muted">
            {noteOf(file)} · <bdi>{personName(message.sender)}</bdi> ·{' '}
            <time dateTime={message.created_at}>{shortTime(message.created_at, new Date())}</time>
          </small>
        </span>
      </button>
      {file.state === 'ready' && (
        <IconButton
          icon="download"
          label={t('files.downloadOf', { name })}
          onClick={() =>
            void attempt(async () => {
              download(await currentAddress(parley, file, message), name);
            })
          }
        />
      )}
    </li>
  );
}

/** Its size, or its type if that is unknown; or why it cannot be read. */
function noteOf({ state, file_size: size, mime_type: type }: Attachment): string {
  if (state === 'pending' || state === 'blocked') return t(`files.${state}`);
  return size > 0 ? formatFileSize(size, locale.value) : type;
}
