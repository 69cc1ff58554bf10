import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { UserBudgets } from '../../../platform/user-budgets/user-budgets.js';
import type { Picture } from './picture-job.js';
import { Pictures } from './pictures.js';
import type { PictureSettings } from './pictures.js';

/** The owner of the pictures. */
export const USER = 7;

interface Rewritten extends Picture {
  readonly target: string;
  readonly thumbnail: string;
}

/** Pictures with a folder for their files, which `end` removes. */
export class PictureFolder {
  private files = 0;

  private constructor(
    private readonly folder: string,
    readonly pictures: Pictures,
  ) {}

  /** @param owe receives the cost for a user */
  static async create(
    settings: Partial<PictureSettings> = {},
    owe: UserBudgets['owe'] = () => undefined,
  ): Promise<PictureFolder> {
    const budgets = { owe } as UserBudgets;
    const pictures = new Pictures({ keepMetadata: false, ...settings }, budgets);
    return new PictureFolder(await mkdtemp(join(tmpdir(), 'parley-pictures-')), pictures);
  }

  path(): string {
    this.files += 1;
    return join(this.folder, String(this.files));
  }

  async process(bytes: Uint8Array, mimeType: string): Promise<Rewritten> {
    const [source, target, thumbnail] = [this.path(), this.path(), this.path()];
    await writeFile(source, bytes);
    return { ...(await this.pictures.process(USER, { source, target, thumbnail, mimeType })), target, thumbnail };
  }

  async end(): Promise<void> {
    await this.pictures.onApplicationShutdown();
    await rm(this.folder, { recursive: true });
  }
}
