import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { fetchForeign } from './image-proxy.js';

interface ProxiedPictureProps {
  readonly url: string;
  readonly name: string;
  /** Shown if the service does not fetch the picture. */
  readonly children: ComponentChildren;
}

/** A picture of another host by way of the service. */
export function ProxiedPicture({ url, name, children }: ProxiedPictureProps): JSX.Element | null {
  /** Undefined: it is on the way; null: there is none. */
  const shown = useSignal<string | null | undefined>(undefined);
  useEffect(() => {
    const leaving = new AbortController();
    let address: string | undefined;
    void fetchForeign(url, leaving.signal).then((picture) => {
      if (leaving.signal.aborted) return;
      address = picture && URL.createObjectURL(picture);
      shown.value = address ?? null;
    });
    return () => {
      leaving.abort();
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [url]);
  if (shown.value === undefined) return null;
  if (shown.value === null) return <>{children}</>;
  return (
    <a class="picture" href={url} target="_blank" rel="noopener noreferrer">
      <img src={shown.value} alt={name} />
    </a>
  );
}
