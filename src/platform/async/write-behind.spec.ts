import { Logger } from '@nestjs/common';

import { WriteBehind } from './write-behind.js';

let written: (readonly [string, number])[][];
let away: boolean;
let buffer: WriteBehind<string, number>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  [written, away] = [[], false];
  buffer = new WriteBehind({
    merge: (known, added) => known + added,
    write: async (values) => {
      await Promise.resolve();
      if (away) throw new Error('the database is away');
      written.push([...values]);
    },
    log: new Logger('Tests'),
    failure: 'Cannot write the numbers',
  });
  buffer.start(1_000);
});
afterEach(async () => {
  await buffer.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a buffer', () => {
  it('is written in one write a period, each key once, and not while it is empty', async () => {
    buffer.add('a', 1);
    buffer.add('b', 1);
    buffer.add('a', 2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(written).toEqual([
      [
        ['a', 3],
        ['b', 1],
      ],
    ]);
  });

  it('keeps what could not be written, together with what was added meanwhile', async () => {
    away = true;
    buffer.add('a', 1);
    await vi.advanceTimersByTimeAsync(1_000);
    buffer.add('a', 2);
    away = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(written).toEqual([[['a', 3]]]);
  });

  it('is written at the stop', async () => {
    buffer.add('a', 1);
    await buffer.stop();
    expect(written).toEqual([[['a', 1]]]);
  });
});
