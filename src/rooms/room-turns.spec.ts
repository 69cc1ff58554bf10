import { setImmediate as nextTurn } from 'node:timers/promises';

import { RoomTurns } from './room-turns.js';

describe('the mutex of a room', () => {
  it('runs changes of a room one after the other, in the order of their requests', async () => {
    const turns = new RoomTurns();
    const order: string[] = [];
    const change = async (name: string): Promise<void> => {
      const end = await turns.begin('room');
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
    const turns = new RoomTurns();
    const end = await turns.begin('one');
    const other = await turns.begin('other');
    other();
    end();
  });
});
