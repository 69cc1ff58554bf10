import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** The sentences for error codes of the file system. A path is not known if reading or writing an open file fails. */
const SENTENCES: Readonly<Record<string, (path: string, error: NodeJS.ErrnoException) => string>> = {
  ENOENT: missing,
  EACCES: (path) => `Access to ${path} is denied.`,
  EPERM: (path) => `This operation on ${path} is not permitted.`,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  ENOTDIR: (path) => `A part of the path ${path} is a file, not a folder.`,
  EEXIST: (path) => `${path} exists already.`,
  ENOTEMPTY: (path) => `The folder ${path} is not empty.`,
  ENAMETOOLONG: (path) => `The path ${path} is too long.`,
  ELOOP: (path) => `The path ${path} has a cycle of symbolic links.`,
  EROFS: (path) => `The file system of ${path} is read-only.`,
  ENOSPC: (path) => `There is no space left on the disk of ${path}.`,
  EDQUOT: (path) => `The disk quota of ${path} is exceeded.`,
  EIO: (path) => `The disk of ${path} has a fault.`,
  EMFILE: () => 'This process has too many open files.',
};

/** System calls with the same codes that do not concern files. */
const OF_OTHERS = /^(connect|listen|bind|kill|getaddrinfo|spawn)/;

/**
 * A sentence for operators in place of an error of the file system.
 * @param path by default the path in the error
 * @returns undefined for all other errors
 */
export function fileErrorText(error: unknown, path?: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', syscall = '', path: source, dest: target } = error as NodeJS.ErrnoException & { dest?: string };
  return OF_OTHERS.test(syscall) ? undefined : SENTENCES[code]?.(path ?? target ?? source ?? 'a file', error);
}

function missing(path: string, { syscall = '', path: source = path }: NodeJS.ErrnoException): string {
  const folder = [source, path].map(dirname).find((each) => !existsSync(each));
  if (folder !== undefined) return `The folder ${folder} does not exist.`;
  return `The ${syscall === 'scandir' ? 'folder' : 'file'} ${path} does not exist.`;
}
