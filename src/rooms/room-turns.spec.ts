import { setImmediate as nextTurn } from 'node:timers/promises';

import { RoomTurns } from './room-turns.js';

describe('turns in a room', () => {
  it('come one after the other, in the order in which they were asked for', async () => {
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

  it('do not wait for other rooms', async () => {
    const turns = new RoomTurns();
    const end = await turns.begin('one');
    const other = await turns.begin('other');
    other();
    end();
  });
});
