import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** In the data folder, because a backup is made by a command, also while no service runs. */
const FILE = 'last-backup.json';

/** Keeps the time at which a backup of the embedded database was completed, for the overview of administrators. */
export async function recordBackup(dataDir: string, at: Date): Promise<void> {
  const file = join(resolve(dataDir), FILE);
  const written = `${file}.${String(process.pid)}`;
  await writeFile(written, `${JSON.stringify({ at: at.toISOString() })}\n`, { mode: 0o600 });
  await rename(written, file);
}

/** The time of the last backup; undefined: none is known, as of a file that was changed by hand. */
export async function lastBackup(dataDir: string): Promise<Date | undefined> {
  const file = join(resolve(dataDir), FILE);
  if (!existsSync(file)) return undefined;
  try {
    const { at } = JSON.parse(await readFile(file, 'utf8')) as { readonly at?: unknown };
    const time = new Date(String(at));
    return Number.isNaN(time.getTime()) ? undefined : time;
  } catch {
    return undefined;
  }
}
