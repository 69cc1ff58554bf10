import { setMaxListeners } from 'node:events';

/**
 * Runs work with a timeout, which `stop` aborts too. Afterwards no listener is left on `stop`, which may live as long
 * as the process, while `AbortSignal.any` would leak a reference there at each call.
 * @throws TimeoutError, or the reason of `stop`, if the work uses its signal
 */
export async function within<Result>(
  ms: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  stop.throwIfAborted();
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new DOMException(`not within ${String(ms)} ms`, 'TimeoutError')), ms);
  const end = (): void => ending.abort(stop.reason);
  // Any number may run concurrently: Node would warn of more than ten listeners.
  setMaxListeners(0, stop);
  stop.addEventListener('abort', end);
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
  }
}

/**
 * Waits for work, which goes on if it takes longer.
 * @returns undefined if it takes longer
 */
export async function inTime<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
