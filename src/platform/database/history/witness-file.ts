import { existsSync, rmSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { expectOwner, expectReadable } from '../../config/folder-access.js';
import type { SeenState } from './database-state.js';
import { merged, NO_NUMBERS } from './log-numbers.js';
import type { LogNumbers } from './log-numbers.js';
import { keptFrom, textOf } from './witness.js';
import type { KeptState, Witness } from './witness.js';

const FILE = 'epoch.json';

/** The database was replaced: what was seen of the one before does not count. */
export const removeWitness = (folder: string): void => rmSync(join(folder, FILE), { force: true });

/** In the data folder, if there is one: a service that needs no data folder creates none. */
export class WitnessFile implements Witness {
  private readonly folder: string;
  private readonly file: string;

  constructor(dataDir: string) {
    this.folder = resolve(dataDir);
    this.file = join(this.folder, FILE);
  }

  /** @throws CannotStart if there is a file that this process may not read, or that root would take from its owner */
  read(): Promise<KeptState | undefined> {
    if (existsSync(this.folder)) expectOwner(this.folder);
    expectReadable(this.file);
    return this.kept();
  }

  async write(seen: SeenState, fresh: LogNumbers): Promise<void> {
    if (!existsSync(this.folder)) return;
    // Commands that write here have numbers of their own.
    const kept = await this.kept();
    const numbers = merged(kept?.epochId === seen.epochId ? kept.numbers : NO_NUMBERS, fresh);
    const written = `${this.file}.${String(process.pid)}`;
    await writeFile(written, textOf(seen, numbers), { mode: 0o600 });
    await rename(written, this.file);
  }

  private async kept(): Promise<KeptState | undefined> {
    return keptFrom(await readFile(this.file, 'utf8').catch(() => ''));
  }
}
