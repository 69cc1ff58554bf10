import type { NewAttachment } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useCallback } from 'preact/hooks';

import { Button } from '../design/button.js';
import { t } from '../languages/translate.js';
import { FileLink, fileNameOf } from './file-link.js';
import { FramedMedia } from './framed-media.js';
import { ProxiedPicture } from './proxied-picture.js';
import { foreignHost, isShownHost, showHost } from './media-hosts.js';

/**
 * Media at an address that a user has given. Media of another host are loaded after a click, in a frame, except for
 * pictures that the service fetches.
 */
export function ForeignMedia({ attachment }: { readonly attachment: NewAttachment }): JSX.Element {
  const isBroken = useSignal(false);
  const { media_url: url, media_type: type, caption = '' } = attachment;
  const name = caption || fileNameOf(attachment);
  const markBroken = useCallback(() => {
    isBroken.value = true;
  }, []);
  if (isBroken.value || type === 'file') return <FileLink attachment={attachment} name={name} />;
  const host = foreignHost(url);
  if (host !== null) {
    if (isShownHost(host)) return <FramedMedia medium={{ type, url, name }} onBroken={markBroken} />;
    const hidden = <HiddenMedia {...{ host, name, type }} />;
    return type === 'image' ? <ProxiedPicture {...{ url, name }}>{hidden}</ProxiedPicture> : hidden;
  }
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
const HiddenMedia = ({ host, name, type }: HiddenMediaProps): JSX.Element => (
  <div class="hidden-media">
    <span dir="auto">{name}</span>
    <Button onClick={() => showHost(host)}>{t(SHOW[type], { host })}</Button>
  </div>
);
