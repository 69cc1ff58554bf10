import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { partsOf } from './text-parts.js';

/** The text of a message, with its addresses as links. */
export function MessageText({ text }: { readonly text: string }): JSX.Element {
  const parts = useMemo(() => partsOf(text), [text]);
  return (
    <p class="text" dir="auto">
      {parts.map(({ text: partText, href }, at) =>
        href === undefined ? (
          partText
        ) : (
          <a key={at} href={href} target="_blank" rel="noopener noreferrer">
            {partText}
          </a>
        ),
      )}
    </p>
  );
}
