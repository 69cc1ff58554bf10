export interface TextPart {
  readonly text: string;
  /** Where it is the address of something. */
  readonly href?: string;
}

const ADDRESS = /https?:\/\/[^\s<>"]+/g;
/** What ends the sentence, and not the address. */
const PUNCTUATION = /[.,;:!?'")\]}]+$/;

/** A text, with the addresses in it told apart. */
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
