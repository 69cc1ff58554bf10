import { randomUUID } from 'node:crypto';
import { linkSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { text } from 'node:stream/consumers';

import { CannotStart } from '../../config/config.js';
import { expectOwnDatabase, socketPath } from './database-folder.js';

/** The process that holds a data folder. Only a server shares it, by its database socket. */
export interface Holder {
  readonly pid: number;
  readonly role: 'server' | 'command';
}

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Limits a data folder to one process. The lock is a listening socket in the folder, so it ends with its process,
 * however that dies, even if process ids differ in its container, and other processes can read its holder from it.
 *
 * @param name of the socket: locks of different names do not exclude each other
 * @returns the lock, or its holder
 * @throws CannotStart if the folder's path is too long for a socket, or this process may not use its database
 */
export async function lockFolder(
  folder: string,
  role: Holder['role'],
  name = 'parley.lock',
): Promise<FolderLock | Holder> {
  const path = socketPath(folder, name);
  const server = createServer((peer) => {
    peer.on('error', () => peer.destroy());
    peer.end(JSON.stringify({ pid: process.pid, role } satisfies Holder));
  });
  for (;;) {
    if (await listens(server, path)) return usable(folder, path, { release: () => closed(server) });
    const holder = await queryHolder(path);
    if (holder) return holder;
    await removeStale(path);
  }
}

/**
 * Locks a folder for a command that cannot share it.
 * @throws CannotStart if another process has it
 */
export async function lockUnused(folder: string): Promise<FolderLock> {
  const lock = await lockFolder(folder, 'command');
  if (!isHolder(lock)) return lock;
  const user = lock.role === 'server' ? 'A service' : 'Another command';
  throw new CannotStart(`${user} (process ${String(lock.pid)}) is using the data folder ${folder}: stop it first.`);
}

export const isHolder = (found: FolderLock | Holder): found is Holder => 'pid' in found;

async function usable(folder: string, path: string, lock: FolderLock): Promise<FolderLock> {
  try {
    expectOwnDatabase(folder, path);
    return lock;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function listens(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(new CannotStart(`The data folder cannot be locked: ${error.message}`));
    };
    server.once('error', refused);
    server.listen(path, () => {
      server.off('error', refused);
      resolve(true);
    });
  });
}

/** @returns undefined if no process listens there any more */
async function queryHolder(path: string): Promise<Holder | undefined> {
  const socket = connect(path);
  try {
    return JSON.parse(await text(socket)) as Holder;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

/**
 * Removes the socket file of a dead process. It is moved away first: if a living process has replaced it in the
 * meantime, the file is put back.
 */
async function removeStale(path: string): Promise<void> {
  const moved = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    renameSync(path, moved);
  } catch {
    return; // Another process has removed it.
  }
  if (await queryHolder(moved)) linkSync(moved, path);
  rmSync(moved, { force: true });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
