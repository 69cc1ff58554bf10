import type { Edit } from './inserting.js';
import { isUrl } from './links.js';

/** Changes the format of the selection of a text, or takes the format away. */
export type Formatter = (text: string, start: number, end: number) => Edit;

/** Puts a mark before and after the selection, without the white space at its ends. */
export const wrapper =
  (mark: string): Formatter =>
  (text, start, end) => {
    const selected = text.slice(start, end);
    const from = start + (selected.trim() === '' ? 0 : selected.length - selected.trimStart().length);
    const inner = selected.trim() === '' ? selected : selected.trim();
    const to = from + inner.length;
    const { length } = mark;
    const isInside = inner.length >= 2 * length && inner.startsWith(mark) && inner.endsWith(mark);
    if (isInside) return replacing(from, to, inner.slice(length, -length));
    const isAround = text.slice(0, from).endsWith(mark) && text.startsWith(mark, to);
    if (isAround) return replacing(from - length, to + length, inner);
    return replacing(from, to, mark + inner + mark, length);
  };

/** @param margin the characters at both ends that are not selected */
const replacing = (from: number, to: number, by: string, margin = 0): Edit => ({
  from,
  to,
  by,
  selection: [from + margin, from + by.length - margin],
});

const FENCE = '```';

/** Puts the selected lines into a block of code. */
export const codeBlock: Formatter = (text, start, end) => {
  const from = text.slice(0, start).lastIndexOf('\n') + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to);
  const [open, close] = [`${FENCE}\n`, `\n${FENCE}`];
  const isAround = text.slice(0, from).endsWith(open) && text.startsWith(close, to);
  if (isAround) return replacing(from - open.length, to + close.length, lines);
  return replacing(from, to, open + lines + close, open.length);
};

const LINK_BEFORE = /\[([^[\]]*)\]\($/;

/** Makes the selection the text of a link whose address is to be written, or its address. */
export const link: Formatter = (text, start, end) => {
  const selected = text.slice(start, end);
  const [whole, words] = LINK_BEFORE.exec(text.slice(0, start)) ?? [];
  if (whole !== undefined && words !== undefined && selected === '' && text.startsWith(')', end))
    return replacing(start - whole.length, end + 1, words);
  const isAddress = isUrl(selected);
  const by = isAddress ? `[](${selected})` : `[${selected}]()`;
  const caret = isAddress ? start + 1 : start + by.length - 1;
  return { from: start, to: end, by, selection: [caret, caret] };
};
