import type { OnStep } from '../../../platform/database/maintenance.js';

const BACK_TO_START = '\r\u001b[K';

/** Shows the progress on standard error: the present step on a terminal, otherwise one line for each step. */
export function stepProgress(): { readonly onStep: OnStep; readonly stop: () => void } {
  const { stderr } = process;
  let shown = '';
  const onStep: OnStep = (table, step, done) => {
    const text = `${table}: ${step}`;
    if (stderr.isTTY) stderr.write(`${BACK_TO_START}${text}${done === undefined ? '' : ` (${done})`}`);
    else if (text !== shown) stderr.write(`${text}\n`);
    shown = text;
  };
  const stop = (): void => {
    if (stderr.isTTY) stderr.write(BACK_TO_START);
  };
  return { onStep, stop };
}
