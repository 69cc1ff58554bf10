import { BatchQueue } from './batch-queue.js';

const anyTwo = (): boolean => true;

describe('BatchQueue', () => {
  it('returns the items of each room in order', () => {
    const queue = new BatchQueue<string>();
    for (const [room, item] of [
      ['a', 'a1'],
      ['b', 'b1'],
      ['a', 'a2'],
    ] as const)
      queue.add(room, item);
    expect(queue.take(10, anyTwo)).toEqual(['a1', 'a2', 'b1']);
    expect(queue.take(10, anyTwo)).toEqual([]);
  });

  it('returns no items of a busy room', () => {
    const queue = new BatchQueue<string>();
    queue.add('a', 'a1');
    expect(queue.take(10, anyTwo)).toEqual(['a1']);
    queue.add('a', 'a2');
    queue.add('b', 'b1');
    expect(queue.take(10, anyTwo)).toEqual(['b1']);
    queue.release(['a']);
    expect(queue.take(10, anyTwo)).toEqual(['a2']);
  });

  it('returns no more items than requested, and keeps the rest in order', () => {
    const queue = new BatchQueue<number>();
    for (let item = 0; item < 5; item += 1) queue.add('a', item);
    expect(queue.take(2, anyTwo)).toEqual([0, 1]);
    queue.release(['a']);
    expect(queue.take(10, anyTwo)).toEqual([2, 3, 4]);
  });

  it('ends the share of a room where two items may not be taken together', () => {
    const queue = new BatchQueue<number>();
    for (const item of [1, 1, 2, 1]) queue.add('a', item);
    const same = (one: number, other: number): boolean => one === other;
    expect(queue.take(10, same)).toEqual([1, 1]);
    queue.release(['a']);
    expect(queue.take(10, same)).toEqual([2]);
  });

  it('queues items that are put back before all others, in the order given', () => {
    const queue = new BatchQueue<string>();
    queue.add('a', 'a3');
    queue.putBack([
      ['a', 'a1'],
      ['b', 'b1'],
      ['a', 'a2'],
    ]);
    expect(queue.take(10, anyTwo)).toEqual(['a1', 'a2', 'a3', 'b1']);
  });
});
