import { PushServices } from './push-services.js';

const { jest } = import.meta;

let services: PushServices;

beforeEach(() => {
  jest.useFakeTimers();
  services = new PushServices(2);
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a push service', () => {
  it('is left alone while it is sent as much as it may be', () => {
    services.begin('one');
    services.begin('two');
    services.begin('one');
    expect(services.busy()).toEqual(['one']);
    services.end('one');
    expect(services.busy()).toEqual([]);
  });

  it('is left alone longer and longer while it does not answer, up to a minute', () => {
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      services.failed('one', undefined);
      jest.advanceTimersByTime(seconds * 1_000 - 1);
      expect(services.busy()).toEqual(['one']);
      jest.advanceTimersByTime(1);
      expect(services.busy()).toEqual([]);
    }
  });

  it('is left alone for as long as it asks, and not for ever', () => {
    services.failed('one', 30);
    services.failed('two', 1e9);
    jest.advanceTimersByTime(29_999);
    expect(services.busy().sort()).toEqual(['one', 'two']);
    jest.advanceTimersByTime(1);
    expect(services.busy()).toEqual(['two']);
    jest.advanceTimersByTime(570_000);
    expect(services.busy()).toEqual([]);
  });

  it('goes once, whatever was under way, and comes back once', () => {
    expect(services.failed('one', undefined)).toBe(true);
    expect(services.failed('one', undefined)).toBe(false);
    jest.advanceTimersByTime(1_000);
    expect(services.failed('one', undefined)).toBe(false);
    expect(services.answered('one')).toBe(true);
    expect(services.answered('one')).toBe(false);
    expect(services.failed('one', undefined)).toBe(true);
  });
});
