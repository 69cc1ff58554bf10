import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

import type { ClientBase } from 'pg';

import { eventually } from './eventually.js';
import type { ServiceData } from './service-data.js';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** The paths of all bytes that the service keeps of files. */
export async function storedFiles({ env }: ServiceData): Promise<string[]> {
  const entries = await readdir(join(env.DATA_DIR!, 'uploads'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** The ids of the uploads of which the service keeps bytes. */
export async function storedFileIds(data: ServiceData): Promise<string[]> {
  const ids = (await storedFiles(data)).map((path) => UUID.exec(basename(path))?.[0] ?? path);
  return [...new Set(ids)].sort();
}

/** As if a day had passed: uploads that no message shows are removed, and the locks of killed nodes are over. */
export async function afterADay(database: ClientBase): Promise<void> {
  await database.query(`
    UPDATE uploads SET expires_at = statement_timestamp(), locked_until = statement_timestamp()
    WHERE message_id IS NULL`);
  await eventually(async () => {
    const { rowCount } = await database.query('SELECT FROM uploads WHERE message_id IS NULL');
    return rowCount === 0;
  });
}
