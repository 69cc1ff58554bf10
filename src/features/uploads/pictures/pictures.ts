import { Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';

import { FairQueue, WaitedTooLong } from '../../../platform/async/fair-queue.js';
import type { UserBudgets } from '../../../platform/user-budgets/user-budgets.js';
import { TOO_MANY_PIXELS, UNKNOWN_MEDIA } from './picture-job.js';
import type { FileJob, MediaInfo, Picture, PictureJob } from './picture-job.js';
import { PictureWorker } from './picture-worker.js';
import type { JobLimits, PictureLimits, WorkerOutcome } from './picture-worker.js';

/** The file is not a picture of its type, or it is damaged, has too many pixels, or takes too long. */
export class PictureRefused extends Error {
  readonly hasTooManyPixels = this.message === TOO_MANY_PIXELS;
}

/** Too many pictures wait, or the process of pictures ends again and again: the picture may be tried again later. */
export class PicturesBusy extends Error {}

export interface PictureSettings {
  /** Whether pictures keep what cameras and programs have added to them, such as the place. */
  readonly keepMetadata: boolean;
  readonly limits?: PictureLimits;
  /** The maximum number of pictures that wait for the one in progress. */
  readonly maxQueued?: number;
}

const MIB = 1_048_576;
/** More than the largest pictures take (`pictures-cost.spec.ts`). */
export const PICTURE_LIMITS: PictureLimits = { cpuMs: 10_000, wallMs: 30_000, rss: 1_024 * MIB, idleMs: 60_000 };
/** A picture of a page is shown small, and a link costs its author nothing. */
const FOREIGN_LIMITS: JobLimits = { cpuMs: 2_000, wallMs: 10_000 };
const MOST_FOREIGN_PIXELS = 12_000_000;
const MEDIA_LIMITS: JobLimits = { cpuMs: 2_000, wallMs: 10_000 };
const MOST_QUEUED = 32;
const LONGEST_WAIT_MS = 60_000;
/** Of the events of a user, for each second of work. */
const COST_OF_SECOND = 5;

/** For whom a file is read: a user, or all that the service fetches from pages, which comes after all users. */
export type FileOwner = number | 'pages';

/** Reads media and rewrites pictures in a process of the lowest priority, one at a time. Users take turns, and pay. */
export class Pictures implements OnApplicationShutdown {
  private readonly log = new Logger(Pictures.name);
  private readonly worker: PictureWorker;
  private readonly queue = new FairQueue<FileOwner>({ permits: 1, longestWaitMs: LONGEST_WAIT_MS, last: 'pages' });
  private isClosed = false;

  constructor(
    private readonly settings: PictureSettings,
    private readonly budgets: UserBudgets,
  ) {
    this.worker = new PictureWorker(settings.limits ?? PICTURE_LIMITS);
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
  process(
    owner: FileOwner,
    input: { source: string; target: string; thumbnail: string; mimeType: string },
  ): Promise<Picture> {
    const { source, target, thumbnail, mimeType } = input;
    const rewrite = { thumbnail, mimeType, keepMetadata: this.settings.keepMetadata };
    return owner === 'pages'
      ? this.made(owner, { source, target, rewrite, mostPixels: MOST_FOREIGN_PIXELS }, FOREIGN_LIMITS)
      : this.made(owner, { source, target, rewrite });
  }

  /**
   * Writes the middle of a JPEG, PNG, GIF or WebP as a square WebP of 512 pixels a side, always without metadata.
   * @throws PictureRefused, PicturesBusy, or Error if a file cannot be read or written
   */
  avatar(owner: FileOwner, { source, target }: { source: string; target: string }): Promise<Picture> {
    return this.made(owner, { source, target, rewrite: undefined });
  }

  /**
   * Writes a JPEG, PNG, GIF or WebP as a WebP of at most 512 pixels a side, with its proportions and without metadata.
   * @throws PictureRefused, PicturesBusy, or Error if a file cannot be read or written
   */
  logo(owner: FileOwner, { source, target }: { source: string; target: string }): Promise<Picture> {
    return this.made(owner, { source, target, rewrite: undefined, isLogo: true });
  }

  /**
   * The duration and size of a local audio or video file; unknown if it cannot be read, or takes too long.
   * @throws PicturesBusy
   */
  async media(owner: FileOwner, path: string): Promise<MediaInfo> {
    const outcome = await this.outcomeOf(owner, { media: path }, MEDIA_LIMITS);
    return outcome.name === 'done' ? (outcome.result as MediaInfo) : UNKNOWN_MEDIA;
  }

  private async made(owner: FileOwner, job: PictureJob, limits?: JobLimits): Promise<Picture> {
    const outcome = await this.outcomeOf(owner, job, limits);
    if (outcome.name === 'done') return outcome.result as Picture;
    if (outcome.name === 'refused') throw new PictureRefused(outcome.reason);
    if (outcome.name === 'failed') throw new Error(`Cannot rewrite a picture: ${outcome.reason}`);
    throw new PicturesBusy(`the process of pictures is ${outcome.name}`);
  }

  private async outcomeOf(owner: FileOwner, job: FileJob, limits?: JobLimits): Promise<WorkerOutcome> {
    if (this.queue.size >= (this.settings.maxQueued ?? MOST_QUEUED)) throw new PicturesBusy('too many pictures wait');
    try {
      return await this.queue.run(owner, () => this.paid(owner, () => this.attempt(job, limits)));
    } catch (error) {
      if (error instanceof WaitedTooLong) throw new PicturesBusy('the picture waited too long');
      throw error;
    }
  }

  /** The work counts as events of the user, who pays for it with the next ones. */
  private async paid<Result>(owner: FileOwner, work: () => Promise<Result>): Promise<Result> {
    const since = performance.now();
    try {
      return await work();
    } finally {
      const cost = Math.floor(((performance.now() - since) / 1_000) * COST_OF_SECOND);
      if (owner !== 'pages' && cost > 0) this.budgets.owe(owner, cost);
    }
  }

  /** A second time after a crash, of which another picture or the system may be the cause. */
  private async attempt(job: FileJob, limits?: JobLimits): Promise<WorkerOutcome> {
    const outcome = await this.runUnlessClosed(job, limits);
    if (outcome.name !== 'crashed') return outcome;
    this.log.warn('The process of pictures has ended while it had a picture');
    return this.runUnlessClosed(job, limits);
  }

  private runUnlessClosed(job: FileJob, limits?: JobLimits): Promise<WorkerOutcome> {
    if (this.isClosed) throw new PicturesBusy('the service stops');
    return this.worker.run(job, limits);
  }
}
