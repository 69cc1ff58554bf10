import { BatchQueue } from './pending-send.js';

interface Item {
  readonly name: string;
  readonly bytes: number;
}

const anyTwo = (): boolean => true;
const item = (name: string, bytes = 1): Item => ({ name, bytes });
const TEN = { rooms: Infinity, items: 10, bytes: 100 };

describe('BatchQueue', () => {
  const queueOf = (...items: readonly (readonly [room: string, item: Item])[]): BatchQueue<Item> => {
    const queue = new BatchQueue<Item>();
    for (const [room, each] of items) queue.add(room, each);
    return queue;
  };
  const taken = (
    queue: BatchQueue<Item>,
    size = TEN,
    together: (one: Item, other: Item) => boolean = anyTwo,
  ): string[] => queue.take(size, together).map(({ name }) => name);

  it('returns the items of each room in order', () => {
    const queue = queueOf(['a', item('a1')], ['b', item('b1')], ['a', item('a2')]);
    expect(taken(queue)).toEqual(['a1', 'a2', 'b1']);
    expect(taken(queue)).toEqual([]);
  });

  it('returns items of no more rooms than requested', () => {
    const queue = queueOf(['a', item('a1')], ['b', item('b1')], ['a', item('a2')]);
    expect(taken(queue, { ...TEN, rooms: 1 })).toEqual(['a1', 'a2']);
    expect(taken(queue, { ...TEN, rooms: 1 })).toEqual(['b1']);
  });

  it('returns no items of a busy room', () => {
    const queue = queueOf(['a', item('a1')]);
    expect(taken(queue)).toEqual(['a1']);
    queue.add('a', item('a2'));
    queue.add('b', item('b1'));
    expect(taken(queue)).toEqual(['b1']);
    queue.release(['a']);
    expect(taken(queue)).toEqual(['a2']);
  });

  it('returns no more items than requested, and keeps the rest in order', () => {
    const queue = queueOf(...['0', '1', '2', '3', '4'].map((name) => ['a', item(name)] as const), ['b', item('5')]);
    expect(taken(queue, { ...TEN, items: 2 })).toEqual(['0', '1']);
    queue.release(['a']);
    expect(taken(queue)).toEqual(['2', '3', '4', '5']);
  });

  it('returns no more bytes than requested, except for a first item that is larger', () => {
    const queue = queueOf(
      ['a', item('large', 200)],
      ['a', item('a2', 60)],
      ['b', item('b1', 60)],
      ['b', item('b2', 1)],
    );
    expect(taken(queue)).toEqual(['large']);
    queue.release(['a']);
    expect(taken(queue)).toEqual(['a2']);
    // The room whose item did not fit is not busy.
    expect(taken(queue)).toEqual(['b1', 'b2']);
  });

  it('ends the share of a room where two items may not be taken together', () => {
    const queue = queueOf(['a', item('1')], ['a', item('1')], ['a', item('2')], ['a', item('1')]);
    const same = (one: Item, other: Item): boolean => one.name === other.name;
    expect(taken(queue, TEN, same)).toEqual(['1', '1']);
    queue.release(['a']);
    expect(taken(queue, TEN, same)).toEqual(['2']);
  });

  it('queues items that are put back before all others, in the order given', () => {
    const queue = queueOf(['a', item('a3')]);
    queue.putBack([
      ['a', item('a1')],
      ['b', item('b1')],
      ['a', item('a2')],
    ]);
    expect(taken(queue)).toEqual(['a1', 'a2', 'a3', 'b1']);
  });
});
