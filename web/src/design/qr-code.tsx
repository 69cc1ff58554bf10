import type { JSX } from 'preact';
import { encode } from 'uqr';

import './qr-code.css';

/** The modules around it that readers need. */
const MARGIN = 4;

/** A QR code of a text that the page also shows. Dark on white in every theme. */
export function QrCode({ text }: { readonly text: string }): JSX.Element {
  const { data, size } = encode(text, { border: MARGIN });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${String(x)} ${String(y)}h1v1h-1z` : '')));
  return (
    <svg class="qr-code" viewBox={`0 0 ${String(size)} ${String(size)}`} aria-hidden="true">
      <path d={path.join('')} />
    </svg>
  );
}
