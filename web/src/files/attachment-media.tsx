import type { Attachment, Message } from '@parley/client';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import type { AttachmentProps } from '../conversation/shown-attachment.js';
import { isOutgoing } from '../conversation/shown-message.js';
import type { ShownMessage } from '../conversation/shown-message.js';
import { t } from '../languages/translate.js';
import { fileNameOf, FileTileLink, UnreadableFile, UnsentFile } from './file-link.js';
import { ForeignMedia } from './foreign-media.js';
import { currentAddress, useFileAddress } from './file-address.js';
import { download } from './download.js';
import { Picture } from './picture.js';
import { isUploaded } from './pictures.js';

/** A file as the message shows it: a picture, a player, or a link. */
export function AttachmentMedia({ attachment, message, around }: AttachmentProps): JSX.Element {
  if ('upload_id' in attachment) return <UnsentFile name={attachment.caption ?? t('conversation.file')} />;
  if (!isUploaded(attachment) || !message || isOutgoing(message)) return <ForeignMedia attachment={attachment} />;
  if (attachment.state === 'pending' || attachment.state === 'blocked')
    return <UnreadableFile name={fileNameOf(attachment)} state={attachment.state} />;
  return <UploadedMedia {...{ attachment, message }} around={around ?? (() => [message])} />;
}

interface UploadedProps {
  readonly attachment: Attachment;
  readonly message: Message;
  readonly around: () => readonly ShownMessage[];
}

function UploadedMedia({ attachment, message, around }: UploadedProps): JSX.Element {
  const { parley } = useChat();
  const { found: addresses, attempt, renew } = useFileAddress(attachment, message);
  const { media_type: type, file_size: size, media_url } = attachment;
  const fileName = fileNameOf(attachment);
  const name = attachment.caption || fileName;
  const found = addresses.value;
  if (!found || type === 'file') {
    const save = async (): Promise<void> => {
      download(await currentAddress(parley, attachment, message), fileName);
    };
    return (
      <>
        <FileTileLink {...{ name: fileName, size }} url={media_url} onOpen={() => void save()} />
        {type === 'file' && attachment.caption && (
          <p class="file-caption" dir="auto">
            {attachment.caption}
          </p>
        )}
      </>
    );
  }
  const { media_url: url, thumbnail_url: thumbnail } = found;
  if (type === 'audio')
    return <audio key={attempt} controls preload="metadata" src={url} aria-label={name} onError={renew} />;
  if (type === 'video') {
    const poster = thumbnail ?? undefined;
    return (
      <video key={attempt} controls preload="metadata" src={url} poster={poster} aria-label={name} onError={renew} />
    );
  }
  return <Picture key={attempt} {...{ attachment, around }} url={thumbnail ?? url} onError={renew} />;
}
