import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { Labelled } from '../design/labelled.js';
import { t } from '../languages/translate.js';
import { inside, MAX_ZOOM, middleOf, sideOf } from './crop.js';
import type { Crop } from './crop.js';
import { CropPointers, stepOfKey, stepOfWheel } from './crop-gestures.js';
import type { CropStep } from './crop-gestures.js';

/** The side of the result in pixels, as the service stores it. */
const SIDE = 512;
/** Of 1. */
const QUALITY = 0.92;

interface CropDialogProps {
  readonly name: string;
  readonly picture: ImageBitmap;
  /** Missing: nothing is sent. Else the sent part, of 1. */
  readonly sent: number | undefined;
  readonly onCropped: (picture: Blob) => void;
  readonly onClose: () => void;
}

/** The choice of the square of a picture that becomes an avatar, which is shown round. */
export function CropDialog({ name, picture, sent, onCropped, onClose }: CropDialogProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const crop = useSignal(middleOf(picture));
  const pointers = useMemo(() => new CropPointers(), []);
  const isBusy = sent !== undefined;
  useLayoutEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop.value);
  }, [crop.value]);

  const take = (step: CropStep | undefined, event: Event): void => {
    if (!step || isBusy) return;
    event.preventDefault();
    crop.value = step(picture, crop.value);
  };
  const save = (): void => {
    // A browser that cannot write WebP writes PNG.
    canvas.current?.toBlob(
      (blob) => {
        if (blob) onCropped(blob);
      },
      'image/webp',
      QUALITY,
    );
  };
  return (
    <Dialog title={t('settings.cropPicture')} onClose={onClose}>
      <div class="crop">
        <canvas
          ref={canvas}
          width={SIDE}
          height={SIDE}
          role="application"
          tabIndex={0}
          data-first
          aria-label={t('settings.movePicture')}
          onKeyDown={(event) => take(stepOfKey(event), event)}
          onWheel={(event) => take(stepOfWheel(event), event)}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            pointers.press(event);
          }}
          onPointerMove={(event) => take(pointers.move(event, event.currentTarget.clientWidth), event)}
          onPointerUp={(event) => pointers.release(event)}
          onPointerCancel={(event) => pointers.release(event)}
        />
        <p class="hint" aria-hidden="true">
          {t('settings.movePicture')}
        </p>
      </div>
      <Labelled label={t('files.zoom')}>
        {(attributes) => (
          <input
            {...attributes}
            class="crop-zoom"
            type="range"
            min="1"
            max={MAX_ZOOM}
            step="0.01"
            value={crop.value.zoom}
            disabled={isBusy}
            onInput={({ currentTarget }) => {
              crop.value = inside(picture, { ...crop.value, zoom: Number(currentTarget.value) });
            }}
          />
        )}
      </Labelled>
      {isBusy && <progress aria-label={t('files.progress', { name })} value={sent} />}
      <div class="dialog-buttons">
        <Button onClick={onClose}>{t('design.cancel')}</Button>
        <Button kind="primary" isBusy={isBusy} onClick={save}>
          {t('design.save')}
        </Button>
      </div>
    </Dialog>
  );
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const side = sideOf(picture, crop);
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, SIDE, SIDE);
  context.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, SIDE, SIDE);
}
