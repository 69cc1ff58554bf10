/** Numbers of errors in WebAssembly (WASI), which differ from those of the operating system. */
const CODES: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  20: 'EEXIST',
  29: 'EIO',
  31: 'EISDIR',
  33: 'EMFILE',
  37: 'ENAMETOOLONG',
  44: 'ENOENT',
  51: 'ENOSPC',
  54: 'ENOTDIR',
  55: 'ENOTEMPTY',
  63: 'EPERM',
  69: 'EROFS',
};

/**
 * The error of an operation on the folder of a database. The file system of WebAssembly throws objects with a number,
 * which are no errors of JavaScript: they become errors as Node.js throws them.
 */
export function fileSystemError(thrown: unknown, folder: string): unknown {
  if (thrown instanceof Error || typeof thrown !== 'object' || thrown === null || !('errno' in thrown)) return thrown;
  const code = CODES[Number(thrown.errno)] ?? `error ${String(thrown.errno)}`;
  return Object.assign(new Error(`${code}: the folder ${folder} cannot be used`), {
    code,
    syscall: 'write',
    path: folder,
  } satisfies Partial<NodeJS.ErrnoException>);
}

const OF_THE_DISK: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

/** Whether the disk, on which something was to be written, is the reason of an error. */
export const isOfTheDisk = (error: unknown): boolean =>
  OF_THE_DISK.includes((error as NodeJS.ErrnoException | undefined)?.code);
