import type { SearchFragment } from '@parley/protocol';

import { searchedText } from '../../platform/database/searched-text/searched-text.js';
import type { SearchedText } from '../../platform/database/searched-text/searched-text.js';
import type { SearchWord } from './search-query.js';

/** In UTF-16 code units, like all offsets of fragments. */
type Span = readonly [start: number, end: number];

/** A text up to this length is one fragment. */
const SHOWN_WHOLE = 240;
const MOST_FRAGMENTS = 3;
/** The length of the context on either side of a match. */
const AROUND = 60;
/** The length by which the context may be shortened to begin and end between words. */
const GIVE = 20;
const MOST_MATCHES_OF_A_WORD = 100;

/** The parts of a text that contain searched words, in the order of the text, with their matches. */
export function fragmentsOf(content: string, words: readonly SearchWord[]): SearchFragment[] {
  const found = searchedText(content);
  const ofWords = words.map(({ part }) => matchesOf(part, found));
  const matches = joined(ofWords.flat());
  if (content.length <= SHOWN_WHOLE) return [fragment(content, [0, content.length], matches)];
  // The first match of each word comes before further matches.
  const inTurn = [...ofWords.map(([first]) => first), ...matches].filter((match) => match !== undefined);
  const windows: Span[] = [];
  for (const [start, end] of inTurn) {
    if (windows.length === MOST_FRAGMENTS) break;
    if (!windows.some(([from, to]) => from <= start && end <= to)) windows.push(windowAround(content, [start, end]));
  }
  if (windows.length === 0) windows.push([0, endNear(content, SHOWN_WHOLE)]);
  return joined(windows).map((window) => fragment(content, window, matches));
}

function matchesOf(part: string, { text, from, to }: SearchedText): Span[] {
  const matches: Span[] = [];
  const [first, last] = [part.startsWith(' ') ? 1 : 0, part.endsWith(' ') ? 2 : 1];
  // The blank at the end of a match may be the blank at the beginning of the next one.
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length - (last - 1))) {
    if (matches.length === MOST_MATCHES_OF_A_WORD) break;
    matches.push([from[at + first] ?? 0, to[at + part.length - last] ?? 0]);
  }
  return matches;
}

/** Sorts spans, and merges those that overlap. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const [start, end] of spans.toSorted(([one], [other]) => one - other)) {
    const last = all.at(-1);
    if (last && start < last[1]) all[all.length - 1] = [last[0], Math.max(last[1], end)];
    else all.push([start, end]);
  }
  return all;
}

const windowAround = (content: string, [start, end]: Span): Span => [
  startNear(content, Math.max(0, start - AROUND)),
  endNear(content, Math.min(content.length, end + AROUND)),
];

/** The position behind the first blank within {@link GIVE}; never between the two halves of a surrogate pair. */
function startNear(content: string, at: number): number {
  if (at === 0) return 0;
  const blank = content.slice(at, at + GIVE).search(/\s/);
  return blank < 0 ? at + Number(isHalved(content, at)) : at + blank + 1;
}

function endNear(content: string, at: number): number {
  if (at === content.length) return at;
  const near = content.slice(at - GIVE, at);
  const blank = near.search(/\s\S*$/);
  return blank < 0 ? at - Number(isHalved(content, at)) : at - near.length + blank;
}

const isHalved = (content: string, at: number): boolean =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(content.slice(at - 1, at + 1));

const fragment = (content: string, [from, to]: Span, matches: readonly Span[]): SearchFragment => ({
  text: content.slice(from, to),
  matches: matches
    .filter(([start, end]) => from <= start && end <= to)
    .map(([start, end]) => [start - from, end - from] as const),
});
