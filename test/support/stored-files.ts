import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import type { ClientBase } from 'pg';

import { eventually } from './eventually.js';
import type { ServiceData } from './service-data.js';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** The paths of all bytes that the service keeps of files. */
async function storedFiles({ env }: ServiceData): Promise<string[]> {
  const entries = await readdir(join(env.DATA_DIR!, 'uploads'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** The ids of the uploads of which the service keeps bytes. */
export async function storedFileIds(data: ServiceData): Promise<string[]> {
  const ids = (await storedFiles(data)).map((path) => UUID.exec(basename(path))?.[0] ?? path);
  return [...new Set(ids)].sort();
}

/** As if a day had passed: uploads that nothing shows are removed, and the locks of killed nodes are over. */
export async function afterADay(database: ClientBase): Promise<void> {
  await database.query(`
    UPDATE uploads SET expires_at = statement_timestamp(), locked_until = statement_timestamp()
    WHERE expires_at IS NOT NULL`);
  await eventually(async () => {
    const { rowCount } = await database.query('SELECT FROM uploads WHERE expires_at IS NOT NULL');
    return rowCount === 0;
  });
}

type Place = Pick<ServiceData, 'env'>;

/** Where a service keeps the bytes of a key. */
export function storedPath({ env }: Place, key: string): string {
  const shard = createHash('sha256').update(key).digest('hex').slice(0, 3);
  return join(env.DATA_DIR!, 'uploads/files', shard, key.replaceAll('/', '_'));
}

export const isStored = (place: Place, id: string): boolean => existsSync(storedPath(place, `files/${id}`));

/** Where a service receives the bytes of an upload. */
export const incomingPath = ({ env }: Place, id: string): string => join(env.DATA_DIR!, 'uploads/incoming', id);

/** Writes a file that was modified this many hours ago. */
export function writeAged(path: string, bytes: string, hours: number): void {
  const time = Date.now() / 1_000 - hours * 3_600;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  utimesSync(path, time, time);
}
