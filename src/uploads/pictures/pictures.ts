import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';

import { FairQueue, WaitedTooLong } from '../../platform/async/fair-queue.js';
import type { Picture, PictureJob } from './picture-job.js';
import { PictureWorker } from './picture-worker.js';
import type { PictureLimits, WorkerOutcome } from './picture-worker.js';

/** The file is not a picture of its type, or it is damaged, has too many pixels, or takes too long. */
export class PictureRefused extends Error {}

/** Too many pictures wait, or the process of pictures ends again and again: the picture may be tried again later. */
export class PicturesBusy extends Error {}

/** How a deployment stores pictures. */
export abstract class PictureSettings {
  /** Whether pictures keep what cameras and programs have added to them, such as the place. */
  abstract readonly keepMetadata: boolean;
  readonly limits: PictureLimits = PICTURE_LIMITS;
  /** The maximum number of pictures that wait for the one in progress. */
  readonly maxQueued: number = 32;
}

const MIB = 1_048_576;
/** More than the largest pictures take (`pictures-cost.spec.ts`). */
export const PICTURE_LIMITS: PictureLimits = { cpuMs: 10_000, wallMs: 30_000, rss: 1_024 * MIB, idleMs: 60_000 };
const LONGEST_WAIT_MS = 60_000;

/** Rewrites pictures of uploads in a process of the lowest priority, one at a time. */
@Injectable()
export class Pictures implements OnApplicationShutdown {
  private readonly log = new Logger(Pictures.name);
  private readonly worker: PictureWorker;
  private readonly queue = new FairQueue<object>({ permits: 1, longestWaitMs: LONGEST_WAIT_MS });
  private isClosed = false;

  constructor(private readonly settings: PictureSettings) {
    this.worker = new PictureWorker(settings.limits);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    await this.worker.stop();
  }

  /**
   * Writes the picture of a local file to another, upright and without metadata, in the same format. An animation keeps
   * its frames. Also writes its thumbnail, a still WebP of at most 480 pixels a side; a BMP has none. After an error
   * the written files may be there, incomplete.
   * @param input `mimeType`: as found from the bytes
   * @throws PictureRefused, PicturesBusy, or Error if a file cannot be read or written
   */
  process(input: { source: string; target: string; thumbnail: string; mimeType: string }): Promise<Picture> {
    const { source, target, thumbnail, mimeType } = input;
    return this.done({ source, target, rewrite: { thumbnail, mimeType, keepMetadata: this.settings.keepMetadata } });
  }

  /**
   * Writes the middle of a JPEG, PNG, GIF or WebP as a square WebP of 512 pixels a side, always without metadata.
   * @throws PictureRefused, PicturesBusy, or Error if a file cannot be read or written
   */
  avatar({ source, target }: { source: string; target: string }): Promise<Picture> {
    return this.done({ source, target, rewrite: undefined });
  }

  private async done(job: PictureJob): Promise<Picture> {
    if (this.queue.size >= this.settings.maxQueued) throw new PicturesBusy('too many pictures wait');
    const outcome = await this.queue
      .run({}, () => this.attempt(job))
      .catch((error: unknown) => {
        if (error instanceof WaitedTooLong) throw new PicturesBusy('the picture waited too long');
        throw error;
      });
    if (outcome.name === 'done') return outcome.picture;
    if (outcome.name === 'refused') throw new PictureRefused(outcome.reason);
    if (outcome.name === 'failed') throw new Error(`Cannot rewrite a picture: ${outcome.reason}`);
    throw new PicturesBusy(`the process of pictures is ${outcome.name}`);
  }

  /** A second time after a crash, of which another picture or the system may be the cause. */
  private async attempt(job: PictureJob): Promise<WorkerOutcome> {
    const outcome = await this.runUnlessClosed(job);
    if (outcome.name !== 'crashed') return outcome;
    this.log.warn('The process of pictures has ended while it had a picture');
    return this.runUnlessClosed(job);
  }

  private runUnlessClosed(job: PictureJob): Promise<WorkerOutcome> {
    if (this.isClosed) throw new PicturesBusy('the service stops');
    return this.worker.run(job);
  }
}
