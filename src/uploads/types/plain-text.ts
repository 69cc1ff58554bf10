import { createReadStream } from 'node:fs';

/** What a browser takes for markup at the start of a text (WHATWG MIME Sniffing, section 7.1), and SVG. */
const MARKUP = new RegExp(
  `^\\s*<(?:!--|\\?xml|(?:${[
    ...['!doctype', 'html', 'head', 'script', 'iframe', 'h1', 'div', 'font', 'table', 'a', 'style', 'title', 'b'],
    ...['body', 'br', 'p', 'svg'],
  ].join('|')})(?:[\\s/>]|$))`,
  'i',
);
/** Characters that are read before the text is compared with {@link MARKUP}. */
const BEGINNING = 4_096;
const CONTROL = /[^\P{Cc}\t\n\f\r]/u;

/**
 * Reads a file as text: UTF-8, or UTF-16 with a byte order mark, without control characters. Reads no further than the
 * first byte that is not text.
 * @returns `markup` if the text begins as HTML, XML or SVG; undefined if the file is not text
 */
export async function textOf(path: string, encoding: string): Promise<'plain' | 'markup' | undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let beginning = '';
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const text = decoder.decode(chunk, { stream: true });
      if (CONTROL.test(text)) return undefined;
      if (beginning.length < BEGINNING) beginning = (beginning + text).trimStart();
    }
    decoder.decode();
  } catch (error) {
    // The decoder refuses the bytes.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
  return MARKUP.test(beginning) ? 'markup' : 'plain';
}

/** The encoding that a byte order mark names; UTF-8 without one. */
export function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
