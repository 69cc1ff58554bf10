export interface TextPart {
  readonly text: string;
  /** Set when the part is a link. */
  readonly href?: string;
}

const ADDRESS = /https?:\/\/[^\s<>"]+/g;
/** Punctuation at the end of an address belongs to the sentence. */
const PUNCTUATION = /[.,;:!?'")\]}]+$/;

/** Splits a text into plain parts and links. */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const href = match[0].replace(PUNCTUATION, '');
    if (!URL.canParse(href)) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index) });
    parts.push({ text: href, href });
    at = match.index + href.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
