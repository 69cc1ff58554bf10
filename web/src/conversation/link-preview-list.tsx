import type { Message } from '@parley/client';
import { LinkPreviews } from '@parley/client/conversations';
import type { LinkPreview } from '@parley/client/conversations';
import type { JSX } from 'preact';

import { useChat } from '../chat/chat-context.js';
import { IconButton } from '../design/button.js';
import { attempt } from '../errors.js';
import { useRenewedFile } from '../files/file-address.js';
import { t } from '../languages/translate.js';
import { hostOf, isLinkTarget } from '../markdown/links.js';
import './link-previews.css';

interface LinkPreviewListProps {
  readonly message: Message;
  readonly isOwn: boolean;
}

/** The previews of the pages to which the links of a message lead. */
export const LinkPreviewList = ({ message, isOwn }: LinkPreviewListProps): JSX.Element => (
  <ul class="link-previews">
    {message.link_previews
      .filter(({ url }) => isLinkTarget(url))
      .map((preview) => (
        <li key={preview.url} class={cardClass(preview, isOwn)}>
          <a href={preview.url} title={preview.url} target="_blank" rel="noopener noreferrer">
            {preview.image_url !== null && <PreviewPicture {...{ preview, message }} />}
            <PreviewTexts preview={preview} />
          </a>
          {isOwn && <RemoveButton message={message} preview={preview} />}
        </li>
      ))}
  </ul>
);

/** Pixels. A narrower picture, such as an icon, stands beside the texts. */
const WIDE_PICTURE = 200;

function cardClass({ image_url: picture, image_width: width }: LinkPreview, isRemovable: boolean): string {
  const isWide = picture !== null && (width ?? 0) >= WIDE_PICTURE;
  return `link-preview ${isWide ? 'has-wide-picture' : ''} ${isRemovable ? 'is-removable' : ''}`;
}

/** The host is always said: the page itself gives the name of its site. */
const PreviewTexts = ({
  preview: { url, site, title, description },
}: {
  readonly preview: LinkPreview;
}): JSX.Element => (
  <span class="preview-texts">
    <small>
      <bdi>{hostOf(url)}</bdi>
      {site && (
        <>
          {' · '}
          <bdi>{site}</bdi>
        </>
      )}
    </small>
    {title && <strong dir="auto">{title}</strong>}
    {description && (
      <span class="preview-description" dir="auto">
        {description}
      </span>
    )}
  </span>
);

interface PreviewProps {
  readonly message: Message;
  readonly preview: LinkPreview;
}

/** Its place is as large before it is loaded. It says nothing that the texts do not. */
function PreviewPicture({ message, preview }: PreviewProps): JSX.Element | null {
  const { url: link, image_url: shown, image_width: width, image_height: height } = preview;
  const {
    found,
    attempt: key,
    renew,
  } = useRenewedFile(
    shown,
    message,
    ({ link_previews: previews }) => previews.find(({ url }) => url === link)?.image_url,
  );
  const size = width && height ? { width, height } : {};
  return found.value ? <img key={key} src={found.value} alt="" loading="lazy" {...size} onError={renew} /> : null;
}

function RemoveButton({ message, preview: { url, title } }: PreviewProps): JSX.Element {
  const { parley } = useChat();
  return (
    <IconButton
      icon="close"
      class="preview-remove"
      label={t('files.remove', { name: title || url })}
      onClick={() => void attempt(() => new LinkPreviews(parley).remove(message.room.id, message.id, url))}
    />
  );
}
