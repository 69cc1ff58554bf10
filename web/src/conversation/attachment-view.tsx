import type { NewAttachment } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { Button } from '../design/button.js';
import { Icon } from '../design/icon.js';
import { locale, t } from '../languages/translate.js';
import { formatFileSize } from './file-size.js';
import { foreignHost, isShownHost, showHost } from './media-hosts.js';

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
  const host = foreignHost(url);
  if (host !== null && !isShownHost(host)) return <HiddenMedia {...{ host, name, type }} />;
  if (type === 'audio') return <audio controls preload="metadata" src={url} aria-label={name} onError={markBroken} />;
  if (type === 'video') return <video controls preload="metadata" src={url} aria-label={name} onError={markBroken} />;
  return (
    <a class="picture" href={url} target="_blank" rel="noopener noreferrer">
      <img src={url} alt={name} loading="lazy" onError={markBroken} />
    </a>
  );
}

const SHOW = {
  image: 'conversation.showImage',
  audio: 'conversation.showAudio',
  video: 'conversation.showVideo',
} as const;

interface HiddenMediaProps {
  readonly host: string;
  readonly name: string;
  readonly type: Exclude<NewAttachment['media_type'], 'file'>;
}

/** In place of media of a foreign host, which would learn the address of the user by itself. */
function HiddenMedia({ host, name, type }: HiddenMediaProps): JSX.Element {
  return (
    <div class="hidden-media">
      <span dir="auto">{name}</span>
      <Button
        onClick={() => {
          showHost(host);
        }}
      >
        {t(SHOW[type], { host })}
      </Button>
    </div>
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
        <small>{size > 0 ? formatFileSize(size, locale.value) : mimeType}</small>
      </span>
    </a>
  );
}
