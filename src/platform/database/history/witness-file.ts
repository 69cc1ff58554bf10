import { existsSync, rmSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { expectOwner, expectReadable } from '../../config/folder-access.js';
import type { SeenState } from './database-state.js';
import { seenFrom, textOf } from './witness.js';
import type { Witness } from './witness.js';

const FILE = 'epoch.json';

/** The database was replaced: what was seen of the one before does not count. */
export const removeWitness = (folder: string): void => {
  rmSync(join(folder, FILE), { force: true });
};

/** In the data folder, if there is one: a service that needs no data folder creates none. */
export class WitnessFile implements Witness {
  private readonly folder: string;
  private readonly file: string;

  constructor(dataDir: string) {
    this.folder = resolve(dataDir);
    this.file = join(this.folder, FILE);
  }

  /** @throws CannotStart if there is a file that this process may not read, or that root would take from its owner */
  async read(): Promise<SeenState | undefined> {
    if (existsSync(this.folder)) expectOwner(this.folder);
    expectReadable(this.file);
    return seenFrom(await readFile(this.file, 'utf8').catch(() => ''));
  }

  async write(seen: SeenState): Promise<void> {
    if (!existsSync(this.folder)) return;
    const written = `${this.file}.${String(process.pid)}`;
    await writeFile(written, textOf(seen), { mode: 0o600 });
    await rename(written, this.file);
  }
}
