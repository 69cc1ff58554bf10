import { Presets, SingleBar } from 'cli-progress';

import type { Progress } from '../users-import.service.js';

const SILENT = { start: (): void => undefined, advance: (): void => undefined, stop: (): void => undefined };

/** On standard error, where a person watches it; elsewhere nothing. */
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
