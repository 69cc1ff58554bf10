import type { CSSProperties, JSX } from 'preact';

import { onDemand } from '../design/on-demand.js';
import type { AttachmentProps, ShownAttachment } from './shown-attachment.js';

/** Pixels. */
const MAX_WIDTH = 380;
const MAX_HEIGHT = 320;
/** Smaller ones are enlarged: a player has controls. */
const MIN_WIDTH = 160;

const AttachmentMedia = onDemand(async () => (await import('../files/attachment-media.js')).AttachmentMedia);

/** The place of the file is reserved until its script and its bytes are loaded. */
export function AttachmentView(props: AttachmentProps): JSX.Element {
  const { attachment } = props;
  const { caption } = attachment;
  const type = 'media_type' in attachment ? attachment.media_type : 'file';
  return (
    <figure class="attachment">
      <div class={`media is-${type}`} style={reservedPlace(attachment)}>
        <AttachmentMedia {...props} />
      </div>
      {caption && type !== 'file' && <figcaption dir="auto">{caption}</figcaption>}
    </figure>
  );
}

function reservedPlace(attachment: ShownAttachment): CSSProperties | undefined {
  if (!('width' in attachment) || !attachment.width || !attachment.height) return undefined;
  const { width, height } = attachment;
  const scale = Math.min(Math.max(1, MIN_WIDTH / width), MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: `${String(Math.round(width * scale))}px`, aspectRatio: `${String(width)} / ${String(height)}` };
}
