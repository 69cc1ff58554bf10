/**
 * Loaded into a server before its own program (`--import`, with `--expose-gc`): at SIGUSR2 it collects its garbage, and
 * writes how much memory it has, as JSON, into the file that `?into=` names.
 */
import { renameSync, writeFileSync } from 'node:fs';

const file = new URL(import.meta.url).searchParams.get('into') ?? '';

process.on('SIGUSR2', () => {
  // What the first collection finds dead may hold what only the second can free.
  for (let time = 0; time < 2; time += 1) globalThis.gc?.();
  writeFileSync(`${file}.part`, JSON.stringify(process.memoryUsage()));
  renameSync(`${file}.part`, file);
});
