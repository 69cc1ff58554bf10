import { RoomQueues } from './room-queues.js';

const anyTwo = (): boolean => true;

describe('the queues of rooms', () => {
  it('give the oldest first, and of each room in order', () => {
    const queues = new RoomQueues<string>();
    for (const [room, item] of [
      ['a', 'a1'],
      ['b', 'b1'],
      ['a', 'a2'],
    ] as const)
      queues.add(room, item);
    expect(queues.take(10, anyTwo)).toEqual(['a1', 'a2', 'b1']);
    expect(queues.take(10, anyTwo)).toEqual([]);
  });

  it('give nothing of a room that is being written', () => {
    const queues = new RoomQueues<string>();
    queues.add('a', 'a1');
    expect(queues.take(10, anyTwo)).toEqual(['a1']);
    queues.add('a', 'a2');
    queues.add('b', 'b1');
    expect(queues.take(10, anyTwo)).toEqual(['b1']);
    queues.release(['a']);
    expect(queues.take(10, anyTwo)).toEqual(['a2']);
  });

  it('give no more than asked, and keep the rest in order', () => {
    const queues = new RoomQueues<number>();
    for (let item = 0; item < 5; item += 1) queues.add('a', item);
    expect(queues.take(2, anyTwo)).toEqual([0, 1]);
    queues.release(['a']);
    expect(queues.take(10, anyTwo)).toEqual([2, 3, 4]);
  });

  it('end a share where two may not go together', () => {
    const queues = new RoomQueues<number>();
    for (const item of [1, 1, 2, 1]) queues.add('a', item);
    const same = (one: number, other: number): boolean => one === other;
    expect(queues.take(10, same)).toEqual([1, 1]);
    queues.release(['a']);
    expect(queues.take(10, same)).toEqual([2]);
  });

  it('take back before everything that waits, in the order given', () => {
    const queues = new RoomQueues<string>();
    queues.add('a', 'a3');
    queues.putBack([
      ['a', 'a1'],
      ['b', 'b1'],
      ['a', 'a2'],
    ]);
    expect(queues.take(10, anyTwo)).toEqual(['a1', 'a2', 'a3', 'b1']);
  });
});
