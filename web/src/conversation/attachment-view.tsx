import type { NewAttachment } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Icon } from '../design/icon.js';
import { sizeInWords } from './file-size.js';

const nameIn = (url: string): string => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '') || url;

function safeNameIn(url: string): string {
  try {
    return nameIn(url);
  } catch {
    return url;
  }
}

export function AttachmentView({ attachment }: { readonly attachment: NewAttachment }): JSX.Element {
  const { caption = '' } = attachment;
  return (
    <figure class="attachment">
      <Media attachment={attachment} name={caption || safeNameIn(attachment.media_url)} />
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
  const breaks = (): void => {
    isBroken.value = true;
  };
  if (isBroken.value || type === 'file') return <FileLink attachment={attachment} name={name} />;
  if (type === 'audio') return <audio controls preload="metadata" src={url} aria-label={name} onError={breaks} />;
  if (type === 'video') return <video controls preload="metadata" src={url} aria-label={name} onError={breaks} />;
  return (
    <a class="picture" href={url} target="_blank" rel="noopener noreferrer">
      <img src={url} alt={name} loading="lazy" onError={breaks} />
    </a>
  );
}

/** Also what is left of a picture that cannot be shown. */
function FileLink({ attachment, name }: MediaProps): JSX.Element {
  const { media_url: url, file_size: size = 0, mime_type: mimeType } = attachment;
  return (
    <a class="file" href={url} target="_blank" rel="noopener noreferrer">
      <Icon name="file" />
      <span>
        <strong>{name}</strong>
        <small>{size > 0 ? sizeInWords(size) : mimeType}</small>
      </span>
    </a>
  );
}
