import { CircuitBreaker } from './circuit-breaker.js';

let now: number;
let breaker: CircuitBreaker;

beforeEach(() => {
  now = 0;
  breaker = new CircuitBreaker({ failures: 3, openMs: 100 }, () => now);
});

const fail = (times: number): void => {
  for (let time = 0; time < times; time += 1) breaker.failed();
};

describe('the circuit breaker', () => {
  it('admits calls while they do not fail so many times in a row', () => {
    fail(2);
    breaker.succeeded();
    fail(2);
    expect([breaker.isOpen, breaker.admit(), breaker.admit()]).toEqual([false, true, true]);
  });

  it('stops calls after failures in a row, and tries a single one after a time', () => {
    fail(3);
    now = 99;
    expect([breaker.isOpen, breaker.admit()]).toEqual([true, false]);
    now = 100;
    expect([breaker.admit(), breaker.admit()]).toEqual([true, false]);
  });

  it('stays open for the same time if the call that was tried fails', () => {
    fail(3);
    now = 100;
    breaker.admit();
    breaker.failed();
    now = 199;
    expect(breaker.admit()).toBe(false);
    now = 200;
    expect(breaker.admit()).toBe(true);
  });

  it('closes if the call that was tried succeeds', () => {
    fail(3);
    now = 100;
    breaker.admit();
    breaker.succeeded();
    expect([breaker.isOpen, breaker.admit(), breaker.admit()]).toEqual([false, true, true]);
  });
});
