import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { Logger } from '@nestjs/common';

import { programFolder } from '../../package/package-info.js';
import type { RestartEvent } from './embedded-sockets.js';

export interface ThreadInput {
  /** The folder of the database. */
  readonly folder: string;
  /** The path of the Unix socket that it serves. */
  readonly socket: string;
}

/** The reports of that thread. */
export type ThreadEvent =
  | { readonly name: 'serves' }
  | { readonly name: 'failed'; readonly reason: string }
  | { readonly name: RestartEvent }
  | { readonly name: 'closed' };

/** The bundle of `database-thread.ts`, also for modules that are not bundled. */
const THREAD = join(programFolder, 'database-thread.js');

/**
 * Starts a thread that serves the embedded database. An error that the thread does not catch ends the process.
 * @returns closes the database and its connections
 * @throws Error if the folder cannot be opened or the socket cannot be served
 */
export async function startDatabaseThread(input: ThreadInput): Promise<() => Promise<void>> {
  const log = new Logger('Database');
  const worker = new Worker(THREAD, { workerData: input });
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (event: ThreadEvent) => {
      if (event.name === 'serves') resolve();
      else if (event.name === 'failed') reject(new Error(event.reason));
      else if (event.name === 'stopped')
        log.warn('The embedded database could not write and has stopped; reopening it');
      else if (event.name === 'reopened') log.log('The embedded database is reopened');
    });
    worker.once('error', reject);
  });
  worker.on('error', (error) => {
    throw error;
  });
  return () =>
    new Promise((resolve) => {
      worker.on('message', ({ name }: ThreadEvent) => {
        if (name !== 'closed') return;
        // The process need not wait until the thread has freed its memory.
        worker.unref();
        resolve();
      });
      worker.postMessage('close');
    });
}
