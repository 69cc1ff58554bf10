import { Presets, SingleBar } from 'cli-progress';

import type { Progress } from '../users-import.service.js';

const SILENT = { start: (): void => undefined, advance: (): void => undefined, stop: (): void => undefined };

/** A progress bar on standard error if that is a terminal; otherwise no output. */
export function progressBar(): Progress & { readonly stop: () => void } {
  if (!process.stderr.isTTY) return SILENT;
  const format = ' {bar} {percentage}% | {value} of {total} users | {eta_formatted} left';
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true }, Presets.shades_classic);
  return {
    start: (total) => {
      bar.start(total, 0);
    },
    advance: () => {
      bar.increment();
    },
    stop: () => {
      bar.stop();
    },
  };
}
