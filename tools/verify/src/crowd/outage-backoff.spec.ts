import { OutageBackoff } from './outage-backoff.js';

const SECOND = 1_000;

/** How often a device asks that always has a request, in an outage of 20 s whose refusals take 10 ms. */
function requestsOf(backoff: OutageBackoff, underway: number): number {
  let asked = underway;
  for (let at = 0; at < underway; at += 1) backoff.begin();
  for (let at = 0; at < underway; at += 1) backoff.failed(2, at);
  for (let now = underway; now < 20 * SECOND; now += 10) {
    if (!backoff.permits(now)) continue;
    backoff.begin();
    expect(backoff.permits(now)).toBe(false);
    backoff.failed(2, now + 10);
    asked += 1;
  }
  return asked;
}

describe('the backoff of a device of verify', () => {
  it.each([
    ['longest', (_: number, most: number) => most],
    ['shortest', (least: number) => least],
  ])('sends at most six requests in an outage of 20 s, with the %s pauses', (_, between) => {
    expect(requestsOf(new OutageBackoff({ between }), 1)).toBeLessThanOrEqual(6);
    // Requests that were underway at its beginning are refused without a further pause.
    expect(requestsOf(new OutageBackoff({ between }), 10)).toBeLessThanOrEqual(15);
  });

  it('permits all requests again after one was handled', () => {
    const backoff = new OutageBackoff({ between: (least) => least });
    backoff.failed(2, 0);
    expect([backoff.permits(2 * SECOND), backoff.permits(3 * SECOND)]).toEqual([false, true]);
    backoff.begin();
    backoff.succeeded();
    for (let count = 0; count < 3; count += 1) {
      expect(backoff.permits(3 * SECOND)).toBe(true);
      backoff.begin();
    }
  });
});
