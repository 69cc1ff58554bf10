/**
 * The process of pictures and media: libraries that read files of strangers neither stop nor slow the service. The
 * service starts this module (`picture-worker.ts`).
 */
import { existsSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

import type { FileJob, FileOutcome, FileReport, MediaInfo, Picture } from './picture-job.js';

const REPORT_EVERY_MS = 100;
/** Linux has a priority for each thread, and Node has started some. Threads of later inherit it. */
const THREADS = '/proc/self/task';

for (const thread of existsSync(THREADS) ? readdirSync(THREADS) : [0]) {
  setPriority(Number(thread), constants.priority.PRIORITY_LOW);
}

const report = (message: FileReport): void => void process.send?.(message);

async function workOf(job: FileJob): Promise<() => Promise<Picture | MediaInfo>> {
  if ('media' in job) {
    const { readMedia } = await import('../types/read-media.js');
    return () => readMedia(job.media);
  }
  const { convert } = await import('./convert.js');
  return () => convert(job);
}

async function outcomeOf(job: FileJob): Promise<FileOutcome> {
  const task = await workOf(job).catch((error: unknown) => String(error));
  if (typeof task === 'string') return { name: 'failed', reason: task };
  try {
    return { name: 'done', result: await task() };
  } catch (error) {
    const isOfFile = error instanceof Error && 'syscall' in error;
    return { name: isOfFile ? 'failed' : 'refused', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function work(job: FileJob): Promise<void> {
  const before = process.cpuUsage();
  const reporting = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    report({ name: 'usage', rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 });
  }, REPORT_EVERY_MS);
  const outcome = await outcomeOf(job);
  clearInterval(reporting);
  report(outcome);
}

// The library of media reads ahead, and nothing handles the rejection of a part that it does not get.
process.on('unhandledRejection', () => undefined);
process.on('message', (job: FileJob) => void work(job));
// A normal exit would wait for the picture in progress.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The service, which a terminal or a supervisor stops with the same signal, finishes its pictures first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
