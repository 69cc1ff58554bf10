import { accessSync, closeSync, constants, lstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { CannotStart } from './config.js';

const ROOT = 0;

/** The access to files that a process needs. Sockets do not count: they are replaced. */
type Needs = 'read' | 'read and write';

/**
 * Refuses root in a folder of another user, who could not use the files that root would leave there. A folder of root
 * whose entries belong to another user, such as a volume of a container, is one of that user.
 * @throws CannotStart
 */
export function expectOwner(folder: string): void {
  if (process.geteuid?.() !== ROOT) return;
  const owners = [folder, ...readdirSync(folder).map((name) => join(folder, name))].map(ownerOf);
  const owner = owners.find((each) => each !== undefined && each !== ROOT);
  if (owner !== undefined) throw ofAnother(folder, owner, ROOT);
}

/** @param folder the data folder @param owner the user to whom its data belongs @param user that of this process */
export const ofAnother = (folder: string, owner: number, user: number): CannotStart =>
  new CannotStart(
    `The data folder ${folder} belongs to the user ${String(owner)}, and this program runs as the user ${String(user)}, ` +
      `whose files that user could not use: run it as its owner, for example with sudo -u '#${String(owner)}'.`,
  );

/** The id of the user to whom a file or folder belongs; undefined if there is none, or on a system without owners. */
export function ownerOf(path: string): number | undefined {
  return process.geteuid === undefined ? undefined : lstatSync(path, { throwIfNoEntry: false })?.uid;
}

/**
 * Names the first file of a folder that this process may not use. Folders are needed to read, write and enter.
 * @param entersIn whether to look into a folder of it
 * @throws CannotStart
 */
export function expectUsable(folder: string, needs: Needs, entersIn: (path: string) => boolean): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      expectWith(path, 'read and write', expectFolder);
      if (entersIn(path)) expectUsable(path, needs, entersIn);
    } else if (entry.isFile()) {
      expectWith(path, needs, expectFile);
    }
  }
}

/** @throws CannotStart if there is a file that this process may not read */
export const expectReadable = (file: string): void => expectWith(file, 'read', expectFile);

function expectFolder(path: string): void {
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
}

function expectFile(path: string, needs: Needs): void {
  closeSync(openSync(path, needs === 'read' ? 'r' : 'r+'));
}

function expectWith(path: string, needs: Needs, use: (path: string, needs: Needs) => void): void {
  try {
    use(path, needs);
  } catch (error) {
    // Another process may have removed it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw unusable(path, needs, error);
  }
}

function unusable(path: string, needs: Needs, error: unknown): CannotStart {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  const [user, owner] = [process.geteuid?.(), ownerOf(path)];
  const why =
    user === undefined || owner === undefined || owner === user
      ? 'set its permissions'
      : `it belongs to the user ${String(owner)}, so give it back with chown ${String(user)}`;
  return new CannotStart(`This program cannot ${needs} ${path} (${code}): ${why}.`);
}
