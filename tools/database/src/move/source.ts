import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { CannotStart } from '../../../../src/platform/config/config.js';
import { hasDatabase } from '../../../../src/platform/database/embedded/database-folder.js';
import { openAlone } from '../../../../src/platform/database/embedded/embedded.js';
import type { EmbeddedDatabase } from '../../../../src/platform/database/embedded/embedded.js';
import { reasonOf } from '../../../../src/platform/logging/log-record.js';
import { MoveConnection } from './move-connection.js';
import { migrateTables, unknownMigrations } from './move-migrations.js';

/** The embedded database that is moved. */
export interface MoveSource {
  readonly connection: MoveConnection;
  close(): Promise<void>;
}

/**
 * The absolute path of a data folder with an embedded database.
 * @throws CannotStart if there is none
 */
export function sourceFolder(dataDir: string): string {
  const folder = resolve(dataDir);
  if (!existsSync(folder)) throw new CannotStart(`The folder ${folder} does not exist: give --from the data folder.`);
  if (!hasDatabase(folder)) {
    throw new CannotStart(`There is no database in the folder ${folder}: give --from the data folder of the service.`);
  }
  return folder;
}

/**
 * Opens the embedded database of a data folder that no other process uses, and migrates it, as every command does.
 * @throws CannotStart if it is in use, cannot be opened, or is of a newer version
 */
export async function openSource(folder: string): Promise<MoveSource> {
  const embedded = await openAlone(folder);
  try {
    return await connectTo(embedded, folder);
  } catch (error) {
    await embedded.close();
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`The embedded database in ${folder} cannot be used: ${reasonOf(error)}.`);
  }
}

async function connectTo(embedded: EmbeddedDatabase, folder: string): Promise<MoveSource> {
  const connection = await MoveConnection.open({ host: embedded.host });
  const unknown = await unknownMigrations(connection);
  if (!unknown) throw new CannotStart(`The database in the folder ${folder} has no tables of Parley.`);
  if (unknown.length > 0) {
    throw new CannotStart(`The database in the folder ${folder} is of a newer version: upgrade this program.`);
  }
  await migrateTables({ host: embedded.host });
  return {
    connection,
    close: async () => {
      await connection.close();
      await embedded.close();
    },
  };
}
