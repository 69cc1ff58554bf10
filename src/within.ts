import { setMaxListeners } from 'node:events';

/**
 * Does what may neither take longer than a time, nor go on when `stop` is aborted. Once it is over, nothing of it is left
 * at `stop`, which may live as long as the process: `AbortSignal.any` leaves something there whenever it is asked.
 * @throws TimeoutError, or the reason of `stop`, from work that heeds its signal
 */
export async function within<Result>(
  ms: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  stop.throwIfAborted();
  const ending = new AbortController();
  const timer = setTimeout(() => {
    ending.abort(new DOMException(`not within ${String(ms)} ms`, 'TimeoutError'));
  }, ms);
  const end = (): void => {
    ending.abort(stop.reason);
  };
  // As many as are under way: Node would warn of more than ten.
  setMaxListeners(0, stop);
  stop.addEventListener('abort', end);
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
  }
}
