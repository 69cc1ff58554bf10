import { getEventListeners } from 'node:events';
import { types } from 'node:util';

import { within } from './within.js';

/** Ends with its signal, and not before. */
const endless = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

/** How many others a signal leads to, as Node counts them for {@link AbortSignal.any}, by names that it tells nobody. */
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

describe('what is done within a time', () => {
  it('comes to its end by itself, and leaves nothing at what could have stopped it', async () => {
    await expect(within(1_000, stop.signal, () => Promise.resolve('done'))).resolves.toBe('done');
    await expect(within(1_000, stop.signal, () => Promise.reject(new Error('bad')))).rejects.toThrow('bad');
    expect(left(stop.signal)).toBe(0);
  });

  it('may be as much at once as there is', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const all = Array.from({ length: 20 }, () => within(1_000, stop.signal, endless).catch(() => undefined));
    stop.abort();
    await Promise.all(all);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });

  it('is ended when the time is over', async () => {
    const ended = expect(within(1_000, stop.signal, endless)).rejects.toMatchObject({ name: 'TimeoutError' });
    await vi.advanceTimersByTimeAsync(1_000);
    await ended;
  });

  it('is ended when it is to stop, and not begun after that', async () => {
    const ended = expect(within(1_000, stop.signal, endless)).rejects.toThrow('the end');
    stop.abort(new Error('the end'));
    await ended;
    await expect(within(1_000, stop.signal, () => Promise.resolve('done'))).rejects.toThrow('the end');
  });
});
