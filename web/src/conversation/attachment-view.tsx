import type { NewAttachment } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Icon } from '../design/icon.js';
import { formatFileSize } from './file-size.js';

const fileName = (url: string): string => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '') || url;

function fileNameOrUrl(url: string): string {
  try {
    return fileName(url);
  } catch {
    return url;
  }
}

export function AttachmentView({ attachment }: { readonly attachment: NewAttachment }): JSX.Element {
  const { caption = '' } = attachment;
  return (
    <figure class="attachment">
      <Media attachment={attachment} name={caption || fileNameOrUrl(attachment.media_url)} />
      {caption && attachment.media_type !== 'file' && <figcaption dir="auto">{caption}</figcaption>}
    </figure>
  );
}

interface MediaProps {
  readonly attachment: NewAttachment;
  readonly name: string;
}

function Media({ attachment, name }: MediaProps): JSX.Element {
  const isBroken = useSignal(false);
  const { media_url: url, media_type: type } = attachment;
  const markBroken = (): void => {
    isBroken.value = true;
  };
  if (isBroken.value || type === 'file') return <FileLink attachment={attachment} name={name} />;
  if (type === 'audio') return <audio controls preload="metadata" src={url} aria-label={name} onError={markBroken} />;
  if (type === 'video') return <video controls preload="metadata" src={url} aria-label={name} onError={markBroken} />;
  return (
    <a class="picture" href={url} target="_blank" rel="noopener noreferrer">
      <img src={url} alt={name} loading="lazy" onError={markBroken} />
    </a>
  );
}

/** A link to a file, also shown in place of media that cannot be loaded. */
function FileLink({ attachment, name }: MediaProps): JSX.Element {
  const { media_url: url, file_size: size = 0, mime_type: mimeType } = attachment;
  return (
    <a class="file" href={url} target="_blank" rel="noopener noreferrer">
      <Icon name="file" />
      <span>
        <strong>{name}</strong>
        <small>{size > 0 ? formatFileSize(size) : mimeType}</small>
      </span>
    </a>
  );
}
