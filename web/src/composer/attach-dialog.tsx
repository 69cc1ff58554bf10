import type { NewAttachment } from '@parley/client';
import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { AttachmentView } from '../conversation/attachment-view.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Field } from '../design/field.js';
import { Segments } from '../design/segments.js';
import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { isUrl } from './links.js';
import { guessMediaType, newAttachment } from './media-type.js';
import type { MediaType } from './media-type.js';

const TYPES: readonly (readonly [MediaType, TextKey])[] = [
  ['image', 'composer.image'],
  ['audio', 'composer.audio'],
  ['video', 'composer.video'],
  ['file', 'composer.file'],
];

interface AttachProps {
  readonly onAttach: (attachment: NewAttachment) => void;
  readonly onClose: () => void;
}

/** Attaches a file that is elsewhere, by its URL. */
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
    <Dialog title={t('composer.attachFile')} onClose={onClose}>
      <div class="stack">
        <Field label={t('composer.url')} value={url} type="url" placeholder="https://" hint={t('composer.urlHint')} />
        <Segments
          legend={t('composer.mediaType')}
          name="media-type"
          options={TYPES.map(([type, key]) => [type, t(key)] as const)}
          chosen={chosen.value ?? guessMediaType(url.value.trim())}
          onChoose={(type) => (chosen.value = type)}
        />
        <Field label={t('composer.caption')} value={caption} maxLength={500} />
        {shown && (
          <div class="attach-preview" aria-label={t('composer.preview')} role="group">
            <AttachmentView key={`${shown.media_type} ${shown.media_url}`} attachment={shown} />
          </div>
        )}
      </div>
      <div class="dialog-buttons">
        <Button onClick={onClose}>{t('design.cancel')}</Button>
        <Button
          kind="primary"
          disabled={!shown}
          onClick={() => {
            if (shown) onAttach(shown);
            onClose();
          }}
        >
          {t('composer.attach')}
        </Button>
      </div>
    </Dialog>
  );
}
