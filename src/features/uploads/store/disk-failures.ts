import { StoreUnavailable } from './file-store.js';

const NO_SPACE: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/**
 * An error of the file system as a failure of the store.
 * @param folder that could not be used
 * @returns any other error as it is
 */
export function diskFailure(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const fault = NO_SPACE.includes(code) ? 'has no space for a file' : 'cannot be used';
  return new StoreUnavailable(`The folder of files ${folder} ${fault} (${code}).`, { cause: error });
}
