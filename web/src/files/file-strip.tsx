import type { Attachment, Message } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';

import { Icon } from '../design/icon.js';
import { t } from '../languages/translate.js';
import { fileNameOf } from './file-link.js';
import { isUploaded } from './pictures.js';

/** Others are a number. */
const MOST_SHOWN = 4;

interface FileStripProps {
  readonly message: Pick<Message, 'attachments' | 'forwarded_from'>;
}

/** The files of a message in a list of messages: small pictures, and the names of others. */
export function FileStrip({ message: { attachments, forwarded_from: original } }: FileStripProps): JSX.Element | null {
  const files = [...attachments, ...(original?.attachments ?? [])];
  if (files.length === 0) return null;
  return (
    <span class="file-strip">
      {files.slice(0, MOST_SHOWN).map((file) => (
        <FileMark key={file.id} file={file} />
      ))}
      {files.length > MOST_SHOWN && <span>{t('files.more', { count: files.length - MOST_SHOWN })}</span>}
    </span>
  );
}

function FileMark({ file }: { readonly file: Attachment }): JSX.Element {
  return (
    <SmallPicture file={file}>
      <span class="file-mark">
        <Icon name="file" />
        <span dir="auto">{fileNameOf(file)}</span>
      </span>
    </SmallPicture>
  );
}

interface SmallPictureProps {
  readonly file: Attachment;
  /** The placeholder of a file that has no picture. */
  readonly children: ComponentChildren;
}

/** A small picture of a file. One of another host is not loaded. */
export function SmallPicture({ file, children }: SmallPictureProps): JSX.Element {
  const isLost = useSignal(false);
  const { caption, thumbnail_url: url } = file;
  if (url === null || !isUploaded(file) || file.state !== 'ready' || isLost.value) return <>{children}</>;
  const name = fileNameOf(file);
  return <img src={url} alt={caption || name} title={name} loading="lazy" onError={() => (isLost.value = true)} />;
}
