import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import type { FramedMedium, FrameMessage } from './frame/framed-medium.js';

/** The height that a message gives to a medium, in pixels. */
const MOST_HEIGHT = 320;
const AUDIO = { width: 320, height: 54 };

/** The page for a medium, beside this one. The fragment is sent to no server. */
const frameAddress = (medium: FramedMedium): string =>
  `./foreign-media.html#${new URLSearchParams({ ...medium }).toString()}`;

interface FramedMediaProps {
  readonly medium: FramedMedium;
  /** The medium cannot be shown. */
  readonly onBroken: () => void;
}

/** Media of another host, in a page of its own: the policy of this page allows none. */
export function FramedMedia({ medium, onBroken }: FramedMediaProps): JSX.Element {
  const frame = useRef<HTMLIFrameElement>(null);
  const size = useSignal(medium.type === 'audio' ? AUDIO : { width: MOST_HEIGHT, height: MOST_HEIGHT / 2 });
  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<FrameMessage>): void => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return;
      if (data === 'broken') onBroken();
      else size.value = data;
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [onBroken]);
  const { width, height } = size.value;
  const scale = Math.min(1, MOST_HEIGHT / height);
  return (
    <iframe
      ref={frame}
      class="framed-media"
      src={frameAddress(medium)}
      title={medium.name}
      allow="fullscreen"
      style={{ width: `${String(Math.round(width * scale))}px`, aspectRatio: `${String(width)} / ${String(height)}` }}
    />
  );
}
