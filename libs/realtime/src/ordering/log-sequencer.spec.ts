import fc from 'fast-check';

import { LogSequencer } from './log-sequencer.js';
import type { LogRead, Numbered, SequencerStep } from './log-sequencer.js';

const entry = (seq: number): Numbered => ({ seq, isEnd: false });
const numbersOf = (entries: readonly Numbered[]): number[] => entries.map(({ seq }) => seq);

/** Above one number, up to another. */
const between = (after: number, upTo: number): number[] =>
  Array.from({ length: upTo - after }, (_, at) => after + 1 + at);

/** A sequencer and what it returned so far. */
class Run {
  readonly delivered: number[] = [];
  readonly repeated: number[] = [];
  readonly discarded: number[] = [];
  readonly skipped: [from: number, upTo: number][] = [];
  healed = 0;
  /** The read that was requested and has no outcome yet. */
  pendingRead: LogRead | undefined;
  /** The delay of the gap check that is requested. */
  checkGapInMs: number | undefined;
  readonly sequencer: LogSequencer<Numbered>;

  constructor(last?: number) {
    this.sequencer = new LogSequencer<Numbered>(last);
  }

  offer(...numbers: number[]): void {
    for (const seq of numbers) this.take(this.sequencer.offer(entry(seq)));
  }

  end(seq: number): void {
    this.take(this.sequencer.offer({ seq, isEnd: true }));
  }

  take(step: SequencerStep<Numbered>): void {
    this.discarded.push(...numbersOf(step.discarded));
    this.repeated.push(...numbersOf(step.repeated));
    this.delivered.push(...numbersOf(step.deliver));
    this.healed += step.healed;
    if (step.skipped) this.skipped.push([step.skipped.from, step.skipped.upTo]);
    if (step.read) this.pendingRead = step.read;
    if (step.checkGapInMs !== undefined) this.checkGapInMs = step.checkGapInMs;
  }

  checkGap(): void {
    this.checkGapInMs = undefined;
    this.take(this.sequencer.checkGap());
  }

  /** @param lost numbers that the log does not have */
  answerRead(lost: readonly number[] = [], read = this.pendingRead): void {
    if (!read) throw new Error('no read is pending');
    this.pendingRead = undefined;
    const numbers = between(read.after, read.upTo).filter((seq) => !lost.includes(seq));
    this.take(this.sequencer.readDone(read, numbers.map(entry)));
  }

  failRead(): void {
    if (!this.pendingRead) throw new Error('no read is pending');
    const read = this.pendingRead;
    this.pendingRead = undefined;
    this.take(this.sequencer.readFailed(read));
  }

  /** Does what is requested until nothing is. */
  settle(): void {
    while (this.pendingRead || this.checkGapInMs !== undefined) {
      if (this.pendingRead) this.answerRead();
      else this.checkGap();
    }
  }
}

describe('LogSequencer', () => {
  it('returns entries in turn at once, and each number once', () => {
    const run = new Run(7);
    run.offer(8, 9, 9, 8, 10, 3);
    expect([run.delivered, run.repeated, run.checkGapInMs]).toEqual([[8, 9, 10], [9, 8, 3], undefined]);
  });

  it('holds entries beyond a missing number, and requests a gap check after 40 ms', () => {
    const run = new Run(0);
    run.offer(2, 3);
    expect([run.delivered, run.checkGapInMs]).toEqual([[], 40]);
  });

  it('reads nothing if the missing number arrives before the gap check', () => {
    const run = new Run(0);
    run.offer(2, 3, 1);
    run.checkGap();
    expect([run.delivered, run.pendingRead, run.healed]).toEqual([[1, 2, 3], undefined, 0]);
  });

  it('requests a read of a missing number, and returns its entry in place', () => {
    const run = new Run(0);
    run.offer(1, 4);
    run.checkGap();
    expect(run.pendingRead).toMatchObject({ after: 1, upTo: 4 });
    run.answerRead();
    expect([run.delivered, run.healed]).toEqual([[1, 2, 3, 4], 2]);
  });

  it('leaves numbers that became known after the request of a gap check to the next gap check', () => {
    const run = new Run(0);
    run.offer(2);
    run.take(run.sequencer.reach(5));
    run.checkGap();
    expect(run.pendingRead).toMatchObject({ after: 0, upTo: 2 });
    run.answerRead();
    expect([run.delivered, run.checkGapInMs]).toEqual([[1, 2], 40]);
    run.checkGap();
    run.answerRead();
    expect(run.delivered).toEqual([1, 2, 3, 4, 5]);
  });

  it('delivers entries that arrive during a read, and none of them twice', () => {
    const run = new Run(0);
    run.offer(3);
    run.checkGap();
    run.offer(1, 2);
    run.answerRead();
    expect([run.delivered, run.healed]).toEqual([[1, 2, 3], 0]);
  });

  it('requests a gap check after 500 ms if a read has failed', () => {
    const run = new Run(0);
    run.offer(2);
    run.checkGap();
    run.failRead();
    expect(run.checkGapInMs).toBe(500);
    run.settle();
    expect(run.delivered).toEqual([1, 2]);
  });

  it('skips numbers that the log has lost, and reports them', () => {
    const run = new Run(0);
    run.offer(1, 4);
    run.checkGap();
    run.answerRead([2]);
    expect([run.delivered, run.skipped, run.healed]).toEqual([[1, 3, 4], [[2, 2]], 1]);
  });

  it('skips more than 10000 missing numbers without a read, and continues after them', () => {
    const run = new Run(0);
    run.take(run.sequencer.reach(1_000_000));
    run.checkGap();
    run.offer(1_000_001);
    expect([run.delivered, run.skipped, run.pendingRead]).toEqual([[1_000_001], [[1, 1_000_000]], undefined]);
  });

  it('reads at most 500 numbers at once', () => {
    const run = new Run(0);
    run.take(run.sequencer.reach(800));
    run.checkGap();
    expect(run.pendingRead).toMatchObject({ after: 0, upTo: 500 });
    run.settle();
    expect(run.delivered).toEqual(between(0, 800));
  });

  describe('at the end of a room', () => {
    it('returns it after the numbers before it that arrive within 40 ms, and nothing after it', () => {
      const run = new Run(0);
      run.offer(4, 3);
      run.end(5);
      expect([run.delivered, run.checkGapInMs]).toEqual([[], 40]);
      run.offer(1, 2, 5, 6);
      run.checkGap();
      expect([run.delivered, run.discarded, run.skipped, run.pendingRead]).toEqual([
        [1, 2, 3, 4, 5],
        [],
        [],
        undefined,
      ]);
    });

    it('returns it at once if it has the next number', () => {
      const run = new Run(4);
      run.end(5);
      expect([run.delivered, run.checkGapInMs]).toEqual([[5], undefined]);
    });

    it('returns it with the entries that have arrived if the log has been deleted', () => {
      const run = new Run(0);
      run.offer(1, 4);
      run.end(5);
      run.checkGap();
      run.answerRead([1, 2, 3, 4, 5]);
      expect([run.delivered, run.discarded, run.skipped]).toEqual([[1, 4, 5], [], [[2, 3]]]);
    });

    it('returns it after more than 10000 missing numbers', () => {
      const run = new Run(0);
      run.end(1_000_000);
      run.checkGap();
      expect([run.delivered, run.repeated, run.skipped]).toEqual([[1_000_000], [], [[1, 999_999]]]);
    });

    it('returns it after the snapshots that the room starts with', () => {
      const run = new Run();
      run.sequencer.expectSnapshot('starting');
      run.offer(5);
      run.end(6);
      run.take(run.sequencer.snapshotRead('starting', 4));
      expect(run.delivered).toEqual([5, 6]);
    });

    it('returns it though its number was delivered, because the log was restored from a backup', () => {
      const run = new Run(10);
      run.end(7);
      run.offer(11);
      expect([run.delivered, run.repeated]).toEqual([[7], []]);
    });
  });

  describe('when the log is rewound', () => {
    it('discards held entries, and continues after the last number of the log', () => {
      const run = new Run(0);
      run.offer(3);
      run.take(run.sequencer.rewind(1));
      run.offer(2, 5);
      run.take(run.sequencer.close());
      expect([run.delivered, run.discarded]).toEqual([[2], [3, 5]]);
    });

    it('ignores the outcome of a read that was requested before', () => {
      const run = new Run(10);
      run.take(run.sequencer.reach(20));
      run.checkGap();
      const before = run.pendingRead;
      run.take(run.sequencer.rewind(5));
      run.answerRead(between(5, 20), before);
      run.offer(6, 7);
      expect([run.delivered, run.skipped]).toEqual([[6, 7], []]);
    });

    it('requests a new read, though one from before is still pending', () => {
      const run = new Run(10);
      run.take(run.sequencer.reach(20));
      run.checkGap();
      const before = run.pendingRead;
      run.take(run.sequencer.rewind(5));
      run.offer(7);
      run.checkGap();
      expect(run.pendingRead).toMatchObject({ after: 5, upTo: 7 });
      run.take(run.sequencer.readFailed(before!));
      run.answerRead();
      expect(run.delivered).toEqual([6, 7]);
    });

    it('does not look for numbers of the log from before', () => {
      const run = new Run(10);
      run.take(run.sequencer.reach(20));
      run.take(run.sequencer.rewind(5));
      run.checkGap();
      expect([run.pendingRead, run.skipped]).toEqual([undefined, []]);
    });
  });

  it('starts with its first entry if no snapshot is expected', () => {
    const run = new Run();
    run.offer(12, 13);
    expect(run.delivered).toEqual([12, 13]);
  });

  it('starts after the oldest of the snapshots that were expected when the first became known', () => {
    const run = new Run();
    run.sequencer.expectSnapshot('slow');
    run.sequencer.expectSnapshot('quick');
    run.offer(5, 6, 7);
    run.take(run.sequencer.snapshotRead('quick', 6));
    run.sequencer.expectSnapshot('late');
    expect(run.delivered).toEqual([]);
    run.take(run.sequencer.snapshotRead('slow', 4));
    expect(run.delivered).toEqual([5, 6, 7]);
    run.take(run.sequencer.snapshotRead('late', 7));
    expect(run.delivered).toEqual([5, 6, 7]);
  });

  it('does not wait for the snapshot of a closed connection', () => {
    const run = new Run();
    run.sequencer.expectSnapshot('closed');
    run.offer(5);
    run.take(run.sequencer.snapshotRead('closed', undefined));
    expect(run.delivered).toEqual([5]);
  });

  it('delivers every number once and in order, whatever is lost, repeated, late or early', () => {
    const numbers = fc.integer({ min: 1, max: 40 });
    const action = fc.oneof(
      fc.record({ kind: fc.constant('offer' as const), seq: numbers }),
      fc.record({ kind: fc.constant('reach' as const), seq: numbers }),
      fc.constantFrom({ kind: 'checkGap' as const }, { kind: 'answer' as const }, { kind: 'fail' as const }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 100 }), (actions) => {
        const run = new Run(0);
        let highest = 0;
        const perform = {
          offer: (seq: number) => run.offer(seq),
          reach: (seq: number) => run.take(run.sequencer.reach(seq)),
          checkGap: () => {
            if (run.checkGapInMs !== undefined) run.checkGap();
          },
          answer: () => {
            if (run.pendingRead) run.answerRead();
          },
          fail: () => {
            if (run.pendingRead) run.failRead();
          },
        };
        for (const next of actions) {
          perform[next.kind]('seq' in next ? next.seq : 0);
          if ('seq' in next) highest = Math.max(highest, next.seq);
          expect(run.delivered).toEqual(between(0, run.delivered.length));
        }
        run.settle();
        expect(run.delivered).toEqual(between(0, highest));
        expect(run.skipped).toEqual([]);
      }),
    );
  });
});
