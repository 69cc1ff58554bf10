import fc from 'fast-check';

import { RoomLine } from './room-line.js';
import type { Numbered } from './room-line.js';

const ROOM = 'the room';
const HEAL_MS = 50;
const RETRY_MS = 600;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A line, the log that it reads, and what it told. */
class Story {
  readonly told: number[] = [];
  readonly toldBefore: number[] = [];
  readonly dropped: number[] = [];
  readonly passedOver: [from: number, upTo: number][] = [];
  healed = 0;
  readonly reads: [after: number, upTo: number][] = [];
  /** What the log has lost. */
  readonly gone = new Set<number>();
  failures = 0;
  readonly line: RoomLine<Numbered>;

  constructor(last?: number) {
    this.line = new RoomLine<Numbered>(
      ROOM,
      {
        tell: ({ seq }) => this.told.push(seq),
        toldBefore: ({ seq }) => this.toldBefore.push(seq),
        dropped: ({ seq }) => this.dropped.push(seq),
        read: (roomId, after, upTo) => this.read(roomId, after, upTo),
        passedOver: (roomId, from, upTo) => this.passedOver.push([roomId === ROOM ? from : NaN, upTo]),
        healed: (numbers) => (this.healed += numbers),
      },
      last,
    );
  }

  comes(...numbers: number[]): void {
    for (const seq of numbers) this.line.offer({ seq, isEnd: false });
  }

  private read(roomId: string, after: number, upTo: number): Promise<Numbered[]> {
    if (roomId !== ROOM) return Promise.reject(new Error(`there is no room ${roomId}`));
    this.reads.push([after, upTo]);
    if (this.failures > 0) {
      this.failures -= 1;
      return Promise.reject(new Error('the log cannot be read'));
    }
    const there = between(after, upTo).filter((seq) => !this.gone.has(seq));
    return Promise.resolve(there.map((seq) => ({ seq, isEnd: false })));
  }
}

/** Above one number, up to another. */
const between = (after: number, upTo: number): number[] =>
  Array.from({ length: upTo - after }, (_, at) => after + 1 + at);

describe('the line of a room', () => {
  it('tells at once what comes in its turn, and nothing twice', () => {
    const story = new Story(7);
    story.comes(8, 9, 9, 8, 10, 3);
    expect([story.told, story.toldBefore, story.reads]).toEqual([[8, 9, 10], [9, 8, 3], []]);
  });

  it('waits a moment for what comes a little late, and reads nothing then', async () => {
    const story = new Story(0);
    story.comes(2, 3);
    expect(story.told).toEqual([]);
    story.comes(1);
    expect(story.told).toEqual([1, 2, 3]);
    await vi.advanceTimersByTimeAsync(HEAL_MS);
    expect([story.reads, story.healed]).toEqual([[], 0]);
  });

  it('reads what does not come, and tells it in its place', async () => {
    const story = new Story(0);
    story.comes(1, 4);
    await vi.advanceTimersByTimeAsync(HEAL_MS);
    expect(story.told).toEqual([1, 2, 3, 4]);
    expect(story.reads).toEqual([[1, 4]]);
    expect(story.healed).toBe(2);
  });

  it('does not read yet for what it has heard of only now: that may be on its way', async () => {
    const story = new Story(0);
    story.comes(2);
    await vi.advanceTimersByTimeAsync(HEAL_MS / 2);
    story.line.reach(5);
    await vi.advanceTimersByTimeAsync(HEAL_MS / 2);
    expect(story.told).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(HEAL_MS);
    expect(story.told).toEqual([1, 2, 3, 4, 5]);
  });

  it('reads the last that was said, once it knows of it', async () => {
    const story = new Story(3);
    story.line.reach(5);
    await vi.advanceTimersByTimeAsync(HEAL_MS);
    expect(story.told).toEqual([4, 5]);
  });

  it('tries again until the log can be read', async () => {
    const story = new Story(0);
    story.failures = 3;
    story.comes(2);
    await vi.advanceTimersByTimeAsync(HEAL_MS + 3 * RETRY_MS);
    expect(story.told).toEqual([1, 2]);
    expect(story.reads).toHaveLength(4);
  });

  it('passes over what the log does not have any more, and says so', async () => {
    const story = new Story(0);
    story.gone.add(2);
    story.comes(1, 4);
    await vi.advanceTimersByTimeAsync(HEAL_MS);
    expect(story.told).toEqual([1, 3, 4]);
    expect(story.passedOver).toEqual([[2, 2]]);
    expect(story.healed).toBe(1);
  });

  it('passes over what is too much to tell, and goes on after it', async () => {
    const story = new Story(0);
    story.line.reach(1_000_000);
    await vi.advanceTimersByTimeAsync(HEAL_MS);
    story.comes(1_000_001);
    expect([story.told, story.passedOver, story.reads]).toEqual([[1_000_001], [[1, 1_000_000]], []]);
  });

  it('tells the end at once, and nothing after it', async () => {
    const story = new Story(0);
    story.comes(4, 3);
    story.line.offer({ seq: 5, isEnd: true });
    story.comes(1, 2, 6);
    await vi.advanceTimersByTimeAsync(HEAL_MS);
    expect([story.dropped, story.told]).toEqual([[3, 4], [5]]);
  });

  it('says what it holds that is not told any more, where it closes or goes back', () => {
    const story = new Story(0);
    story.comes(3);
    story.line.goBack(1);
    story.comes(2, 5);
    story.line.close();
    expect([story.told, story.dropped]).toEqual([[2], [3, 5]]);
  });

  it('begins with what it is given first where nobody is expected', () => {
    const story = new Story();
    story.comes(12, 13);
    expect(story.told).toEqual([12, 13]);
  });

  it('begins after the oldest of the snapshots that were being read when the first was known', () => {
    const story = new Story();
    story.line.expect('slow');
    story.line.expect('quick');
    story.comes(5, 6, 7);
    story.line.report('quick', 6);
    story.line.expect('late');
    expect(story.told).toEqual([]);
    story.line.report('slow', 4);
    expect(story.told).toEqual([5, 6, 7]);
    story.line.report('late', 7);
    expect(story.told).toEqual([5, 6, 7]);
  });

  it('waits for no snapshot that will never be', () => {
    const story = new Story();
    story.line.expect('gone');
    story.comes(5);
    story.line.report('gone', undefined);
    expect(story.told).toEqual([5]);
  });

  it('tells every number once and in order, whatever is lost, doubled, late or early', async () => {
    const numbers = fc.integer({ min: 1, max: 40 });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('comes' as const), seq: numbers }),
      fc.record({ kind: fc.constant('reaches' as const), seq: numbers }),
      fc.record({ kind: fc.constant('passes' as const), ms: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ kind: fc.constant('fails' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 100 }), async (steps) => {
        const story = new Story(0);
        let highest = 0;
        for (const happening of steps) {
          if (happening.kind === 'fails') story.failures = 1;
          if (happening.kind === 'passes') await vi.advanceTimersByTimeAsync(happening.ms);
          if (happening.kind === 'comes') story.comes(happening.seq);
          if (happening.kind === 'reaches') story.line.reach(happening.seq);
          if ('seq' in happening) highest = Math.max(highest, happening.seq);
          expect(story.told).toEqual(between(0, story.told.length));
        }
        await vi.advanceTimersByTimeAsync(2 * (HEAL_MS + RETRY_MS));
        expect(story.told).toEqual(between(0, highest));
      }),
    );
  });
});
