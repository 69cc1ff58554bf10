import type { Attachment, NewAttachment } from '@parley/client';
import type { JSX } from 'preact';

import { formatFileSize } from '../conversation/file-size.js';
import { Icon } from '../design/icon.js';
import { locale, t } from '../languages/translate.js';

const nameInUrl = (url: string): string =>
  decodeURIComponent(new URL(url, location.href).pathname.split('/').at(-1) ?? '') || url;

/** The name of an uploaded file, or the last part of an address. */
export function fileNameOf(attachment: Attachment | NewAttachment): string {
  if ('filename' in attachment && attachment.filename) return attachment.filename;
  try {
    return nameInUrl(attachment.media_url);
  } catch {
    return attachment.media_url;
  }
}

interface FileLinkProps {
  readonly attachment: NewAttachment;
  readonly name: string;
}

/** A link to a file elsewhere, also shown in place of media that cannot be loaded. */
export function FileLink({ attachment, name }: FileLinkProps): JSX.Element {
  const { media_url: url, file_size: size = 0, mime_type: mimeType } = attachment;
  return (
    <a class="file" href={url} target="_blank" rel="noopener noreferrer">
      <FileText name={name} note={size > 0 ? formatFileSize(size, locale.value) : mimeType} />
    </a>
  );
}

interface FileTileProps {
  readonly name: string;
  readonly size: number;
  readonly url: string;
  readonly onOpen: () => void;
}

/** An uploaded file, which a click saves. */
export const FileTileLink = ({ name, size, url, onOpen }: FileTileProps): JSX.Element => (
  <a
    class="file"
    href={url}
    download={name}
    onClick={(event) => {
      event.preventDefault();
      onOpen();
    }}
  >
    <FileText name={name} note={formatFileSize(size, locale.value)} />
    <Icon name="download" />
  </a>
);

/** A file of a message that is not sent yet. */
export const UnsentFile = ({ name }: { readonly name: string }): JSX.Element => (
  <div class="file">
    <FileText name={name} note="" />
  </div>
);

/** A file that nobody can read: it is being scanned, or the scanner has blocked it. It fills the place of the file. */
export const UnreadableFile = ({
  name,
  state,
}: {
  readonly name: string;
  readonly state: 'pending' | 'blocked';
}): JSX.Element => (
  <div class={`file is-${state}`}>
    <FileText name={name} note={t(STATES[state])} />
  </div>
);

const STATES = { pending: 'files.pending', blocked: 'files.blocked' } as const;

const FileText = ({ name, note }: { readonly name: string; readonly note: string }): JSX.Element => (
  <>
    <Icon name="file" />
    <span>
      <strong dir="auto">{name}</strong>
      <small>{note}</small>
    </span>
  </>
);
