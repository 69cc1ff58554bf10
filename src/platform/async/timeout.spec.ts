import { getEventListeners } from 'node:events';
import { types } from 'node:util';

import { within } from './timeout.js';

/** Rejects when its signal is aborted. */
const endless = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/**
 * The number of signals that depend on a signal, which Node stores under private symbols for {@link AbortSignal.any}.
 */
const left = (signal: AbortSignal): number =>
  Object.getOwnPropertySymbols(signal)
    .map((name) => (signal as unknown as Record<symbol, unknown>)[name])
    .filter((value) => types.isSet(value))
    .reduce((sum, { size }) => sum + size, 0);

let stop: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  stop = new AbortController();
});
afterEach(() => {
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('work with a timeout and a stop signal', () => {
  it('returns its result, and leaves no listener on the stop signal', async () => {
    await expect(within(1_000, stop.signal, () => Promise.resolve('done'))).resolves.toBe('done');
    await expect(within(1_000, stop.signal, () => Promise.reject(new Error('bad')))).rejects.toThrow('bad');
    expect(left(stop.signal)).toBe(0);
  });

  it('can run many times concurrently without a warning', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const all = Array.from({ length: 20 }, () => within(1_000, stop.signal, endless).catch(() => undefined));
    stop.abort();
    await Promise.all(all);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });

  it('is aborted after the timeout', async () => {
    const ended = expect(within(1_000, stop.signal, endless)).rejects.toMatchObject({ name: 'TimeoutError' });
    await vi.advanceTimersByTimeAsync(1_000);
    await ended;
  });

  it('is aborted by the stop signal, and not started after it', async () => {
    const ended = expect(within(1_000, stop.signal, endless)).rejects.toThrow('the end');
    stop.abort(new Error('the end'));
    await ended;
    await expect(within(1_000, stop.signal, () => Promise.resolve('done'))).rejects.toThrow('the end');
  });
});
