import { TextDecoder } from 'node:util';

/** How much of a page is searched for the declaration of its charset (HTML Standard, prescan). */
const PRESCAN_BYTES = 1_024;
const OF_HEADER = /;\s*charset\s*=\s*"?([^\s";]+)/i;
const OF_META = /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i;

/**
 * The text of a page, by the charset of its header, or of its beginning. Bytes that are none of the charset become
 * U+FFFD.
 * @param contentType with its parameters
 */
export function pageText(body: Buffer, contentType: string): string {
  const declared = OF_HEADER.exec(contentType)?.[1] ?? OF_META.exec(body.toString('latin1', 0, PRESCAN_BYTES))?.[1];
  return decoderOf(declared).decode(body);
}

function decoderOf(label: string | undefined): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
