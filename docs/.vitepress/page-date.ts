import { execFileSync } from 'node:child_process';
import type { ExecFileSyncOptionsWithStringEncoding } from 'node:child_process';

/**
 * The time of the last commit that changed a file, in milliseconds.
 *
 * @param file relative to `folder`
 * @returns undefined without git or without a history, as in the build of the image
 */
export function lastChanged(folder: string, file: string): number | undefined {
  try {
    const options: ExecFileSyncOptionsWithStringEncoding = {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    };
    const seconds = Number(execFileSync('git', ['log', '-1', '--format=%ct', '--', file], options));
    return seconds > 0 ? seconds * 1_000 : undefined;
  } catch {
    return undefined;
  }
}
