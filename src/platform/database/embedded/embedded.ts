import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { CannotStart } from '../../config/config.js';
import { dataFolder } from '../../config/data-folder.js';
import {
  cannotBeOpened,
  databaseIn,
  exchange,
  hasDatabase,
  nextDatabaseIn,
  settle,
  socketPath,
} from './database-folder.js';
import { startDatabaseThread } from './database-worker.js';
import { isHolder, lockFolder, lockUnused } from './folder-lock.js';
import type { FolderLock, Holder } from './folder-lock.js';
import { unpackInitialDatabase } from './initial-database.js';
import { openPGlite } from './pglite.js';

/** The name of a PostgreSQL socket for `pg`, whose host is the folder. */
const SOCKET_NAME = '.s.PGSQL.5432';
const COMMAND_TIMEOUT_MS = 15_000;

/** A PostgreSQL that runs in a thread of this process, or in the process that has the folder. */
export interface EmbeddedDatabase {
  /** The folder of its socket, which is the host for `pg`. */
  readonly host: string;
  close(): Promise<void>;
}

/**
 * For a server: PostgreSQL compiled to WebAssembly runs in a thread of its own and is served on a socket in the folder,
 * so that the rest of the program knows only "a PostgreSQL at this address".
 * @throws CannotStart if another process has the folder, or it cannot be written
 */
export async function startEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const folder = dataFolder(dataDir);
  const lock = await lockFolder(folder, 'server');
  if (isHolder(lock)) {
    throw new CannotStart(
      `Another process (${String(lock.pid)}) is using the data folder ${folder}: stop it, or set DATA_DIR.`,
    );
  }
  return serve(folder, lock);
}

/**
 * For a command: connects to the running server's database, or opens the folder if no server runs. Waits for another
 * command that has the folder.
 * @throws CannotStart if that takes too long, or the folder cannot be written
 */
export async function attachEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const folder = dataFolder(dataDir);
  for (const deadline = Date.now() + COMMAND_TIMEOUT_MS; ;) {
    const lock = await lockFolder(folder, 'command');
    if (!isHolder(lock)) return serve(folder, lock);
    if (lock.role === 'server' && (await answers(folder)))
      return { host: dirname(socketPath(folder, SOCKET_NAME)), close: nothing };
    if (Date.now() > deadline) throw busy(folder, lock);
    await delay(100);
  }
}

/**
 * For a command that needs the database for itself.
 * @throws CannotStart if another process has the folder, or it cannot be written
 */
export async function openAlone(dataDir: string): Promise<EmbeddedDatabase> {
  const folder = dataFolder(dataDir);
  return serve(folder, await lockUnused(folder));
}

async function serve(folder: string, lock: FolderLock): Promise<EmbeddedDatabase> {
  const path = socketPath(folder, SOCKET_NAME);
  settle(folder);
  rmSync(path, { force: true });
  await createMissing(folder).catch(async (error: unknown) => {
    await lock.release();
    throw cannotBeOpened(folder, error);
  });
  const input = { folder: databaseIn(folder), socket: path };
  const closeThread = await startDatabaseThread(input).catch(async (error: unknown) => {
    await lock.release();
    throw cannotBeOpened(folder, error);
  });
  return {
    host: dirname(path),
    close: async () => {
      await closeThread();
      await lock.release();
    },
  };
}

/** A database that is not complete has another name: {@link settle} removes it. The caller holds the folder's lock. */
async function createMissing(folder: string): Promise<void> {
  if (hasDatabase(folder)) return;
  const next = nextDatabaseIn(folder);
  if (!unpackInitialDatabase(next)) await (await openPGlite(next)).close();
  exchange(folder);
}

/** Whether the server that has the folder accepts connections to its database. */
function answers(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath(folder, SOCKET_NAME));
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}

const nothing = (): Promise<void> => Promise.resolve();

const busy = (folder: string, { pid }: Holder): CannotStart =>
  new CannotStart(
    `Another command (process ${String(pid)}) is using the data folder ${folder}: try again when it is done.`,
  );
