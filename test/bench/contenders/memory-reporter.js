/**
 * Loaded into a server before its own program (`--import`, with `--expose-gc`): at SIGUSR2 it collects garbage, and
 * writes the memory usage as JSON to the file in `?into=`.
 */
import { renameSync, writeFileSync } from 'node:fs';

const file = new URL(import.meta.url).searchParams.get('into') ?? '';

process.on('SIGUSR2', () => {
  // The first collection finalizes objects whose memory only the second can free.
  for (let time = 0; time < 2; time += 1) globalThis.gc?.();
  writeFileSync(`${file}.part`, JSON.stringify(process.memoryUsage()));
  renameSync(`${file}.part`, file);
});
