import { askingTime } from './asking.js';
import { MILLISECONDS } from './times.js';

const ONCE = { warmUp: 0, count: 1 };

/**
 * The deletion of a room of a growing number of messages by its creator, until it is answered.
 * @type {import('./curve.js').Curve}
 */
export const roomDeletion = {
  name: 'room-deletion',
  steps: [1_000, 10_000, 100_000],
  x: { name: 'messages of the room', scale: 'steps' },
  charts: { answer: { title: 'The deletion of a room', y: { ...MILLISECONDS, scale: 'log' } } },
  begin: async (lab, seconds) => {
    const { name, url, population } = await lab.parley();
    return (length) =>
      Promise.resolve(async () => {
        const [room] = await population.rooms(1, 2, length);
        const question = { event_type: 'room.modify', data: { room_id: room?.id, action: 'delete' } };
        const asked = { token: room?.tokens[0] ?? '', question, end: '"roomdelete.dispatch"' };
        return { answer: { [name]: await askingTime(url, asked, seconds, ONCE) } };
      });
  },
};
