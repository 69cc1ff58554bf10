import { statfs } from 'node:fs/promises';

import { Injectable } from '@nestjs/common';

import { Config } from '../config/index.js';

/** In bytes. */
export interface Space {
  readonly free: number;
  readonly size: number;
}

const MEBIBYTE = 1_024 * 1_024;
/** Little is left where less than this part of the disk is free; */
const LITTLE = 0.05;
/** of a small disk where less than this is, and of a large one no more than that needs to be. */
const LEAST = 100 * MEBIBYTE;
const MOST = 1_024 * MEBIBYTE;

/** What is left of the disk that holds the data folder, where a database is kept in it. */
@Injectable()
export class DiskSpace {
  private readonly folder: string | undefined;

  constructor({ database, dataDir }: Config) {
    this.folder = database.url === undefined ? dataDir : undefined;
  }

  /** Whether this process keeps anything on a disk. */
  get matters(): boolean {
    return this.folder !== undefined;
  }

  /** @throws Error where the disk cannot be asked, or nothing is kept on any */
  async left(): Promise<Space> {
    if (this.folder === undefined) throw new Error('Nothing is kept on a disk here.');
    const { bsize, bavail, blocks } = await statfs(this.folder);
    return { free: bsize * bavail, size: bsize * blocks };
  }
}

/** Whether somebody should make room. */
export const isLittle = ({ free, size }: Space): boolean => free < Math.min(MOST, Math.max(LEAST, LITTLE * size));

export const inWords = ({ free, size }: Space): string =>
  `${String(Math.floor(free / MEBIBYTE))} of ${String(Math.floor(size / MEBIBYTE))} MiB are free`;
