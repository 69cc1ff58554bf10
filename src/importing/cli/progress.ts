import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  readonly reached: (messages: number) => void;
  readonly stop: () => void;
}

const SILENT: Progress = { reached: () => undefined, stop: () => undefined };

/** Shows progress on standard error if it is a terminal. */
export function progressBar(messages: number): Progress {
  if (!process.stderr.isTTY) return SILENT;
  const format = ' {bar} {percentage}% | {value} of {total} messages | {eta_formatted} left';
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true }, Presets.shades_classic);
  bar.start(messages, 0);
  return {
    reached: (count) => {
      bar.update(count);
    },
    stop: () => {
      bar.stop();
    },
  };
}
