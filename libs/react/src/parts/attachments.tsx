import type { Attachment } from '@parley/client';
import type { ReactNode } from 'react';

import { useFileAddress } from '../react-hooks.js';
import type { Styling } from './styling.js';

export interface AttachmentTexts {
  /** The name of the list for assistive technology. Default: `Files`. */
  readonly label?: string;
  /** The name of a file that has none. Default: `Picture` or `File`. */
  readonly unnamed?: (type: Attachment['media_type']) => string;
  /** Default: `being checked`. */
  readonly pending?: string;
  /** Default: `removed: it is harmful`. */
  readonly blocked?: string;
}

export interface AttachmentsProps extends Styling {
  readonly attachments: readonly Attachment[];
  readonly texts?: AttachmentTexts | undefined;
}

/**
 * The files of a message: uploaded pictures, films and sounds as such, and others as links. A file elsewhere is a link,
 * whatever it is: showing it would tell its host who reads the message.
 */
export function Attachments({ attachments, texts = {}, className }: AttachmentsProps): ReactNode {
  return (
    <ul className={className} aria-label={texts.label ?? TEXTS.label} data-parley-attachments="">
      {attachments.map((attachment) => (
        <li key={attachment.id} data-parley-attachment={attachment.media_type}>
          <AttachedFile attachment={attachment} texts={texts} />
        </li>
      ))}
    </ul>
  );
}

interface AttachedFileProps {
  readonly attachment: Attachment;
  readonly texts: AttachmentTexts;
}

const TEXTS: Required<AttachmentTexts> = {
  label: 'Files',
  unnamed: (type) => (type === 'image' ? 'Picture' : 'File'),
  pending: 'being checked',
  blocked: 'removed: it is harmful',
};

function nameIn(
  { caption, filename, media_type: type }: Attachment,
  { unnamed = TEXTS.unnamed }: AttachmentTexts,
): string {
  return [caption, filename].find((name) => name !== null && name !== '') ?? unnamed(type);
}

function AttachedFile({ attachment, texts }: AttachedFileProps): ReactNode {
  const addressOf = useFileAddress();
  const { media_type: type, media_url: url, state } = attachment;
  const name = nameIn(attachment, texts);
  if (state === 'pending' || state === 'blocked') return `${name} (${texts[state] ?? TEXTS[state]})`;
  const address = addressOf(url);
  if (address === null) return name;
  const shown = state === 'ready' ? type : 'file';
  if (shown === 'video' || shown === 'audio') {
    const Medium = shown;
    return <Medium controls preload="metadata" src={address} aria-label={name} style={MEDIUM} />;
  }
  return (
    <a dir="auto" href={address} target="_blank" rel="noreferrer noopener">
      {shown === 'image' ? <Picture attachment={attachment} name={name} /> : name}
    </a>
  );
}

/** No wider than the message. */
const MEDIUM = { maxWidth: '100%' } as const;
/** With the attributes of its size, the place of a picture is reserved before it is loaded. */
const PICTURE = { maxWidth: '100%', height: 'auto' } as const;
/** Pixels, as a side of a thumbnail. */
const MAX_SIDE = 480;

function Picture({ attachment, name }: { readonly attachment: Attachment; readonly name: string }): ReactNode {
  const addressOf = useFileAddress();
  const { thumbnail_url: thumbnail, media_url: url, width, height } = attachment;
  const scale = Math.min(1, MAX_SIDE / Math.max(width ?? 1, height ?? 1));
  const size = width && height ? { width: Math.round(width * scale), height: Math.round(height * scale) } : {};
  return <img src={addressOf(thumbnail ?? url) ?? undefined} alt={name} loading="lazy" {...size} style={PICTURE} />;
}
