import { statfs } from 'node:fs/promises';

import { Injectable } from '@nestjs/common';

import { Config } from '../config/config.js';

/** In bytes. */
export interface Space {
  readonly free: number;
  readonly size: number;
}

const MEBIBYTE = 1_024 * 1_024;
/** Disk space is low if less than this part of the disk is free, within the two bounds below. */
const LITTLE = 0.05;
/** The bounds of the threshold for small and large disks. */
const LEAST = 100 * MEBIBYTE;
const MOST = 1_024 * MEBIBYTE;

/** The free space of the disk with the data folder, if that holds the database or the files of messages. */
@Injectable()
export class DiskSpace {
  private readonly folder: string | undefined;

  constructor({ database, dataDir, keepsFiles }: Config) {
    this.folder = database.url === undefined || keepsFiles ? dataDir : undefined;
  }

  /** Whether this process stores data on a disk. */
  get isMonitored(): boolean {
    return this.folder !== undefined;
  }

  /** @throws Error if the disk cannot be queried, or no data is stored */
  async left(): Promise<Space> {
    if (this.folder === undefined) throw new Error('No data is stored on a disk here.');
    const { bsize, bavail, blocks } = await statfs(this.folder);
    return { free: bsize * bavail, size: bsize * blocks };
  }
}

/** Whether disk space is low. */
export const isLittle = ({ free, size }: Space): boolean => free < Math.min(MOST, Math.max(LEAST, LITTLE * size));

export const inWords = ({ free, size }: Space): string =>
  `${String(Math.floor(free / MEBIBYTE))} of ${String(Math.floor(size / MEBIBYTE))} MiB are free`;
