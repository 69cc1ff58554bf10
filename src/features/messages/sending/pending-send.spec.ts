import type { Draft } from './draft.js';
import { pendingSend, withoutLate } from './pending-send.js';
import type { PendingSend } from './pending-send.js';

const LONGEST_WAIT_MS = 10_000;

let outcomes: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  outcomes = [];
});
afterEach(() => {
  vi.useRealTimers();
});

function send(id: string): PendingSend {
  const settling = {
    resolve: () => outcomes.push('stored'),
    reject: (error: unknown) => outcomes.push((error as Error).message),
  };
  return pendingSend({ id, roomId: 'room', bytes: 1, since: 0, trace: undefined, draft: {} as Draft }, settling);
}

describe('a pending send', () => {
  it('fails by itself after ten seconds, also while the database does not answer, and is not stored later', () => {
    const [queued, next] = [send('queued'), send('next')];
    vi.advanceTimersByTime(LONGEST_WAIT_MS - 1);
    expect(withoutLate([queued, next])).toEqual([queued, next]);
    next.resolve({} as never);
    vi.advanceTimersByTime(1);
    expect(outcomes).toEqual(['stored', expect.stringContaining('It is not known whether this was stored') as string]);
    expect(withoutLate([queued, next])).toEqual([next]);
  });
});
