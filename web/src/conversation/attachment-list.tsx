import type { Attachment, Message } from '@parley/client';
import type { JSX } from 'preact';

import { AttachmentView } from './attachment-view.js';
import { onDemand } from '../design/on-demand.js';
import type { ShownMessage } from './shown-message.js';

const PictureTiles = onDemand(async () => (await import('../files/picture-tiles.js')).PictureTiles);

interface AttachmentListProps {
  readonly message: Message;
  /** The messages around it, whose pictures are shown after its own. */
  readonly around: () => readonly ShownMessage[];
}

/** A picture of the service without words of its own can be a tile among others. */
const isTile = ({ media_type: type, state, caption }: Attachment): boolean =>
  type === 'image' && state === 'ready' && caption === '';

/** The files of a message: several pictures as tiles, and others one below the other. */
export function AttachmentList({ message, around }: AttachmentListProps): JSX.Element {
  const pictures = message.attachments.filter(isTile);
  const tiles = pictures.length > 1 ? pictures : [];
  return (
    <>
      {tiles.length > 0 && (
        <div class="tiles">
          <PictureTiles pictures={tiles} {...{ message, around }} />
        </div>
      )}
      {message.attachments
        .filter((attachment) => !tiles.includes(attachment))
        .map((attachment) => (
          <AttachmentView key={attachment.id} {...{ attachment, message, around }} />
        ))}
    </>
  );
}
