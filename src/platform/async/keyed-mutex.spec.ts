import { setImmediate as nextTurn } from 'node:timers/promises';

import { KeyedMutex } from './keyed-mutex.js';

describe('the mutex of a room', () => {
  it('runs changes of a room one after the other, in the order of their requests', async () => {
    const mutex = new KeyedMutex();
    const order: string[] = [];
    const change = async (name: string): Promise<void> => {
      const end = await mutex.lock('room');
      order.push(`${name} begins`);
      await nextTurn();
      order.push(`${name} ends`);
      end();
      end();
    };
    await Promise.all([change('one'), change('two'), change('three')]);
    await change('four');
    expect(order).toEqual(['one', 'two', 'three', 'four'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('does not make a change wait for changes of other rooms', async () => {
    const mutex = new KeyedMutex();
    const end = await mutex.lock('one');
    const other = await mutex.lock('other');
    other();
    end();
  });
});
