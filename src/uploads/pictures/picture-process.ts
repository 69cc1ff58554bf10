/**
 * The process of pictures: libraries in C that read files of strangers neither stop nor slow the service. The service
 * starts this module (`picture-worker.ts`).
 */
import { existsSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

import type { PictureJob, PictureOutcome, PictureReport } from './picture-job.js';

const REPORT_EVERY_MS = 100;
/** Linux has a priority for each thread, and Node has started some. Threads of later inherit it. */
const THREADS = '/proc/self/task';

for (const thread of existsSync(THREADS) ? readdirSync(THREADS) : [0]) {
  setPriority(Number(thread), constants.priority.PRIORITY_LOW);
}

const report = (message: PictureReport): void => void process.send?.(message);

async function outcomeOf(job: PictureJob): Promise<PictureOutcome> {
  const library = await import('./convert.js').catch((error: unknown) => String(error));
  if (typeof library === 'string') return { name: 'failed', reason: library };
  try {
    return { name: 'done', picture: await library.convert(job) };
  } catch (error) {
    const isOfFile = error instanceof Error && 'syscall' in error;
    return { name: isOfFile ? 'failed' : 'refused', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function work(job: PictureJob): Promise<void> {
  const before = process.cpuUsage();
  const reporting = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    report({ name: 'usage', rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 });
  }, REPORT_EVERY_MS);
  const outcome = await outcomeOf(job);
  clearInterval(reporting);
  report(outcome);
}

process.on('message', (job: PictureJob) => void work(job));
// A normal exit would wait for the picture in progress.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The service, which a terminal or a supervisor stops with the same signal, finishes its pictures first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
