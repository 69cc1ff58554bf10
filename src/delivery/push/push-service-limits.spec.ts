import { PushServiceLimits } from './push-service-limits.js';

let services: PushServiceLimits;

beforeEach(() => {
  vi.useFakeTimers();
  services = new PushServiceLimits(2);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a push service', () => {
  it('is busy at the limit of concurrent pushes', () => {
    services.begin('one');
    services.begin('two');
    services.begin('one');
    expect(services.busy()).toEqual(['one']);
    services.end('one');
    expect(services.busy()).toEqual([]);
  });

  it('is paused for exponentially longer times of up to a minute while it does not respond', () => {
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      services.failed('one', undefined);
      vi.advanceTimersByTime(seconds * 1_000 - 1);
      expect(services.busy()).toEqual(['one']);
      vi.advanceTimersByTime(1);
      expect(services.busy()).toEqual([]);
    }
  });

  it('is paused for the time that it requests, up to a limit', () => {
    services.failed('one', 30);
    services.failed('two', 1e9);
    vi.advanceTimersByTime(29_999);
    expect(services.busy().sort()).toEqual(['one', 'two']);
    vi.advanceTimersByTime(1);
    expect(services.busy()).toEqual(['two']);
    vi.advanceTimersByTime(570_000);
    expect(services.busy()).toEqual([]);
  });

  it('reports one failure and one recovery, even if several pushes were under way', () => {
    expect(services.failed('one', undefined)).toBe(true);
    expect(services.failed('one', undefined)).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(services.failed('one', undefined)).toBe(false);
    expect(services.answered('one')).toBe(true);
    expect(services.answered('one')).toBe(false);
    expect(services.failed('one', undefined)).toBe(true);
  });
});
