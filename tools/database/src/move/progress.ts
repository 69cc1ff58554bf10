import { Presets, SingleBar } from 'cli-progress';

import type { MoveListener, MovePhase } from './move.js';

const FORMAT = ' {phase} {bar} {percentage}% | {value} of {total} rows | {eta_formatted} left';

/** Shows the progress on standard error: a bar on a terminal, otherwise one line for each phase. */
export function moveProgress(): MoveListener & { readonly stop: () => void } {
  const show = (phase: MovePhase): void => {
    process.stderr.write(`${phase}...\n`);
  };
  if (!process.stderr.isTTY) return { onPhase: show, onProgress: () => undefined, stop: () => undefined };
  const bar = new SingleBar({ format: FORMAT, stream: process.stderr, clearOnComplete: true }, Presets.shades_classic);
  let current: MovePhase = 'copying';
  return {
    onPhase: (phase) => {
      bar.stop();
      current = phase;
      if (phase === 'indexing') show(phase);
    },
    onProgress: (rows, total) => {
      if (bar.isActive) bar.update(rows);
      else bar.start(total, rows, { phase: current });
    },
    stop: () => bar.stop(),
  };
}
