const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** A text in Markdown without its blocks and spans of code. The time grows with the text. */
export const withoutCode = (text: string): string => withoutSpans(withoutBlocks(text));

/** A block whose end is missing goes on to the end of the text. */
function withoutBlocks(text: string): string {
  let open: string | undefined;
  const kept: string[] = [];
  for (const line of text.split('\n')) {
    const fence = FENCE.exec(line);
    if (open !== undefined) {
      if (closes(fence, open)) open = undefined;
      continue;
    }
    open = opened(fence);
    if (open === undefined) kept.push(line);
  }
  return kept.join('\n');
}

/** @returns the fence; undefined: the line opens no block */
function opened(found: RegExpExecArray | null): string | undefined {
  const [, fence = '', rest = ''] = found ?? [];
  return fence === '' || (fence.startsWith('`') && rest.includes('`')) ? undefined : fence;
}

function closes(found: RegExpExecArray | null, open: string): boolean {
  const [, fence = '', rest = ''] = found ?? [];
  return fence.startsWith(open) && rest.trim() === '';
}

/** A span lies between two runs of as many backticks. */
function withoutSpans(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: { length } }) => ({ index, length }));
  const nextWithLength = new Map<number, number>();
  const ends: (number | undefined)[] = [];
  for (const [at, { length }] of [...runs.entries()].toReversed()) {
    ends[at] = nextWithLength.get(length);
    nextWithLength.set(length, at);
  }
  let kept = '';
  let from = 0;
  for (const [at, { index }] of runs.entries()) {
    const end = runs[ends[at] ?? -1];
    if (end === undefined || index < from) continue;
    kept += `${text.slice(from, index)} `;
    from = end.index + end.length;
  }
  return kept + text.slice(from);
}
