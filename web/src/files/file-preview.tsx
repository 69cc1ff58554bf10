import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { Icon } from '../design/icon.js';
import { useSignal } from '@preact/signals';

/** Pixels of the canvas: twice those on the page. */
const SIZE = 88;

/** The middle of a picture, or a sign for another file. The policy of the page allows no address of a local file. */
export function FilePreview({ file }: { readonly file: File }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isPicture = useSignal(file.type.startsWith('image/'));
  useEffect(() => {
    if (!isPicture.peek()) return;
    createImageBitmap(file).then(
      (picture) => {
        const side = Math.min(picture.width, picture.height);
        const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
        canvas.current?.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, SIZE, SIZE);
        picture.close();
      },
      () => {
        isPicture.value = false;
      },
    );
  }, [file]);
  if (!isPicture.value) return <Icon name="file" />;
  return <canvas ref={canvas} width={SIZE} height={SIZE} aria-hidden="true" />;
}
