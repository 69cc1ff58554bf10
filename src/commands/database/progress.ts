import type { OnStep } from '../../platform/database/compact/table-compaction.js';

const BACK_TO_START = '\r\u001b[K';

/** Shows the progress on standard error: the present step on a terminal, otherwise one line for each step. */
export function compactionProgress(): { readonly onStep: OnStep; readonly stop: () => void } {
  const { stderr } = process;
  let shown = '';
  const onStep: OnStep = (table, step, rows) => {
    const text = `${table}: ${step}`;
    if (stderr.isTTY) stderr.write(`${BACK_TO_START}${text}${rows === undefined ? '' : ` (${String(rows)})`}`);
    else if (text !== shown) stderr.write(`${text}\n`);
    shown = text;
  };
  const stop = (): void => {
    if (stderr.isTTY) stderr.write(BACK_TO_START);
  };
  return { onStep, stop };
}
