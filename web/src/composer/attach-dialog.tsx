import type { NewAttachment } from '@parley/client';
import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { AttachmentView } from '../conversation/attachment-view.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Field } from '../design/field.js';
import { Segments } from '../design/segments.js';
import { guessMediaType, isUrl, newAttachment } from './media-type.js';
import type { MediaType } from './media-type.js';

const TYPES: Readonly<Record<MediaType, string>> = { image: 'Image', audio: 'Audio', video: 'Video', file: 'File' };

interface AttachProps {
  readonly onAttach: (attachment: NewAttachment) => void;
  readonly onClose: () => void;
}

/** Attaches a file by its URL: the service does not store files. */
export function AttachDialog({ onAttach, onClose }: AttachProps): JSX.Element {
  const url = useSignal('');
  const caption = useSignal('');
  const chosen = useSignal<MediaType | null>(null);
  const attachment = useComputed(() => {
    const trimmed = url.value.trim();
    if (!isUrl(trimmed)) return null;
    return newAttachment(trimmed, chosen.value ?? guessMediaType(trimmed), caption.value);
  });
  const shown = attachment.value;
  return (
    <Dialog title="Attach a file" onClose={onClose}>
      <div class="stack">
        <Field
          label="URL"
          value={url}
          type="url"
          placeholder="https://"
          hint="The URL of an image, an audio file, a video or a document."
        />
        <Segments
          legend="Media type"
          name="media-type"
          options={Object.entries(TYPES) as [MediaType, string][]}
          chosen={chosen.value ?? guessMediaType(url.value.trim())}
          onChoose={(type) => {
            chosen.value = type;
          }}
        />
        <Field label="Caption" value={caption} maxLength={500} />
        {shown && (
          <div class="attach-preview" aria-label="Preview" role="group">
            <AttachmentView key={`${shown.media_type} ${shown.media_url}`} attachment={shown} />
          </div>
        )}
      </div>
      <div class="dialog-buttons">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          disabled={!shown}
          onClick={() => {
            if (shown) onAttach(shown);
            onClose();
          }}
        >
          Attach
        </Button>
      </div>
    </Dialog>
  );
}
