import { Presets, SingleBar } from 'cli-progress';

import type { Audience, Phase } from '../verification.js';

const FORMAT = ' {bar} {value} of {total} s | {accepted} accepted | {broken} broken';

/**
 * Shows the progress on standard error: a bar on a terminal, otherwise one line for each phase.
 * @param seconds the duration of the run
 */
export function progress(seconds: number): Audience & { readonly stop: () => void } {
  const say = (phase: Phase): void => {
    process.stderr.write(`${phase}...\n`);
  };
  if (!process.stderr.isTTY) return { enters: say, watches: () => undefined, stop: () => undefined };
  const bar = new SingleBar({ format: FORMAT, stream: process.stderr, clearOnComplete: true }, Presets.shades_classic);
  return {
    enters: (phase) => {
      bar.stop();
      if (phase === 'running') bar.start(Math.ceil(seconds), 0, { accepted: 0, broken: 0 });
      else say(phase);
    },
    watches: ({ seconds: past, accepted, broken }) => {
      bar.update(Math.floor(past), { accepted, broken });
    },
    stop: () => {
      bar.stop();
    },
  };
}
