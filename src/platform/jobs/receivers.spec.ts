import { Backoff } from '../async/backoff.js';
import { Receivers } from './receivers.js';

let receivers: Receivers;

beforeEach(() => {
  vi.useFakeTimers();
  receivers = new Receivers({ atOnce: 2, pauses: new Backoff(1_000, 60_000) });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a receiver of jobs', () => {
  it('is busy at the limit of concurrent jobs', () => {
    receivers.begin('one');
    receivers.begin('two');
    receivers.begin('one');
    expect(receivers.busy()).toEqual(['one']);
    expect(receivers.end('one')).toBe(false);
    expect(receivers.busy()).toEqual([]);
    expect(receivers.end('one')).toBe(true);
  });

  it('is paused for exponentially longer times of up to a minute while it does not respond', () => {
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      receivers.failed('one');
      vi.advanceTimersByTime(seconds * 1_000 - 1);
      expect(receivers.busy()).toEqual(['one']);
      vi.advanceTimersByTime(1);
      expect(receivers.busy()).toEqual([]);
    }
  });

  it('is paused for the time that it requests', () => {
    receivers.failed('one', 30);
    vi.advanceTimersByTime(29_999);
    expect(receivers.busy()).toEqual(['one']);
    vi.advanceTimersByTime(1);
    expect(receivers.busy()).toEqual([]);
  });

  it('reports one failure and one recovery, even if several jobs were under way', () => {
    expect(receivers.failed('one')).toBe(true);
    expect(receivers.failed('one')).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(receivers.failed('one')).toBe(false);
    expect(receivers.failing()).toEqual(['one']);
    expect(receivers.answered('one')).toBe(true);
    expect(receivers.answered('one')).toBe(false);
    expect(receivers.failing()).toEqual([]);
    expect(receivers.failed('one')).toBe(true);
  });
});
