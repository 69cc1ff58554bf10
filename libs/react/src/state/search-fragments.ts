import type { SearchFragment } from '@parley/client';

export interface FragmentPart {
  readonly text: string;
  readonly isMatch: boolean;
}

export function partsOfFragment({ text, matches }: SearchFragment): readonly FragmentPart[] {
  const parts: FragmentPart[] = [];
  let at = 0;
  for (const [start, end] of matches) {
    parts.push({ text: text.slice(at, start), isMatch: false }, { text: text.slice(start, end), isMatch: true });
    at = end;
  }
  parts.push({ text: text.slice(at), isMatch: false });
  return parts.filter((part) => part.text !== '');
}
