import { Presets, SingleBar } from 'cli-progress';

import type { ProgressListener, Phase } from '../verification.js';

const FORMAT = ' {bar} {value} of {total} s | {accepted} accepted | {broken} broken';

/**
 * Shows the progress on standard error: a bar on a terminal, otherwise one line for each phase.
 * @param seconds the duration of the run
 */
export function progress(seconds: number): ProgressListener & { readonly stop: () => void } {
  const show = (phase: Phase): void => {
    process.stderr.write(`${phase}...\n`);
  };
  if (!process.stderr.isTTY) return { onPhase: show, onProgress: () => undefined, stop: () => undefined };
  const bar = new SingleBar({ format: FORMAT, stream: process.stderr, clearOnComplete: true }, Presets.shades_classic);
  return {
    onPhase: (phase) => {
      bar.stop();
      if (phase === 'running') bar.start(Math.ceil(seconds), 0, { accepted: 0, broken: 0 });
      else show(phase);
    },
    onProgress: ({ seconds: past, accepted, broken }) => bar.update(Math.floor(past), { accepted, broken }),
    stop: () => bar.stop(),
  };
}
