import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { programFolder } from '../../platform/package/package-info.js';

/** What is known of audio or video. Null: unknown, as all of AVI, Ogg video and broken files are. */
export interface MediaInfo {
  readonly seconds: number | null;
  /** Pixels of a video as it is shown: turned, and with square pixels. */
  readonly width: number | null;
  readonly height: number | null;
}

/** The bundle of `media-thread.ts`, also for modules that are not bundled. */
const THREAD = join(programFolder, 'media-thread.js');
const UNKNOWN: MediaInfo = { seconds: null, width: null, height: null };
const MAX_MS = 10_000;
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/**
 * The duration and size of a local audio or video file. Never rejects. A thread of its own reads the file, because only
 * a thread can be ended in the middle of a loop that a malformed file causes. The caller limits how many run at a time.
 * @param maxMs milliseconds until the thread is ended
 */
export async function mediaInfoOf(path: string, maxMs = MAX_MS): Promise<MediaInfo> {
  // What the library prints of a file does not belong to the log.
  const worker = new Worker(THREAD, { workerData: path, resourceLimits: MEMORY, stdout: true, stderr: true });
  worker.stdout.resume();
  worker.stderr.resume();
  const timeout = new AbortController();
  const first = new Promise<MediaInfo>((resolve) => {
    const isUnknown = (): void => {
      resolve(UNKNOWN);
    };
    worker.once('message', resolve).once('error', isUnknown).once('exit', isUnknown);
    void delay(maxMs, undefined, { signal: timeout.signal }).then(isUnknown, isUnknown);
  });
  const info = await first;
  timeout.abort();
  await worker.terminate();
  return info;
}
