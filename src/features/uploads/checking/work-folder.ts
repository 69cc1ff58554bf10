import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { CannotStart, Config } from '../../../platform/config/config.js';
import { dataFolder } from '../../../platform/config/data-folder.js';

/** No check takes as long: an older folder is of a process that was killed. */
const ABANDONED_MS = 86_400_000;

/** Temporary folders for checks. They are in the data folder, because a container can write nowhere else. */
@Injectable()
export class WorkFolder implements OnModuleInit {
  private readonly folder: string;

  constructor(private readonly config: Config) {
    this.folder = join(config.dataDir, 'checks');
  }

  /** @throws CannotStart if the folder cannot be made */
  async onModuleInit(): Promise<void> {
    dataFolder(this.config.dataDir, 'checks');
    try {
      await this.removeAbandoned();
    } catch (error) {
      throw new CannotStart(`The folder ${this.folder} cannot be used: ${(error as Error).message}`);
    }
  }

  /** Does work with a folder of its own, which is removed after it. */
  async use<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    const folder = await mkdtemp(join(this.folder, 'check-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async removeAbandoned(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
    }
  }
}
