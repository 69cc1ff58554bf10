import { FakeChat } from '../state/chat.fake.js';
import { ObservableState } from '../state/observable-state.js';
import { SharedStates } from './shared-states.js';
import type { Kind } from './shared-states.js';

class Counter extends ObservableState<number> {
  isClosed = false;

  add(): void {
    this.set(this.snapshot + 1);
  }

  override close(): void {
    this.isClosed = true;
  }
}

let made: Counter[];
const COUNTER: Kind<Counter> = {
  empty: 0,
  create: () => {
    made.push(new Counter(1));
    return made.at(-1)!;
  },
};
const listener = (): void => undefined;

describe('the states that components share', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    made = [];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are made once for each client and key, and not by reading', () => {
    const { chat } = new FakeChat();
    const states = SharedStates.of(chat);
    expect(states.find(COUNTER, 'a')).toBeUndefined();
    states.subscribe(COUNTER, 'a', listener);
    SharedStates.of(chat).subscribe(COUNTER, 'a', listener);
    expect(made).toHaveLength(1);
    expect(states.find(COUNTER, 'a')).toBe(made[0]);
    states.subscribe(COUNTER, 'b', listener);
    SharedStates.of(new FakeChat().chat).subscribe(COUNTER, 'a', listener);
    expect(made).toHaveLength(3);
  });

  it('are closed a moment after the last listener has gone, unless another one comes', () => {
    const states = SharedStates.of(new FakeChat().chat);
    const ends = [states.subscribe(COUNTER, 'a', listener), states.subscribe(COUNTER, 'a', listener)];
    ends[0]!();
    vi.advanceTimersByTime(10_000);
    expect(made[0]!.isClosed).toBe(false);
    ends[1]!();
    vi.advanceTimersByTime(500);
    const end = states.subscribe(COUNTER, 'a', listener);
    vi.advanceTimersByTime(10_000);
    expect(made.map(({ isClosed }) => isClosed)).toEqual([false]);
    end();
    vi.advanceTimersByTime(10_000);
    expect(made.map(({ isClosed }) => isClosed)).toEqual([true]);
    states.subscribe(COUNTER, 'a', listener);
    expect(made).toHaveLength(2);
  });

  it('tell only the listeners that are left', () => {
    const states = SharedStates.of(new FakeChat().chat);
    const [gone, left] = [vi.fn(), vi.fn()];
    const end = states.subscribe(COUNTER, 'a', gone);
    states.subscribe(COUNTER, 'a', left);
    end();
    made[0]!.add();
    expect([gone.mock.calls.length, left.mock.calls.length]).toEqual([0, 1]);
  });
});
