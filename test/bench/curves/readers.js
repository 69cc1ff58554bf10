import { readInRoom } from '../measures/receipts.js';
import { MILLISECONDS } from './times.js';

const CONNECTED = 1_000;

/**
 * A growing number of the connected members of a room, who read the newest message at the same moment.
 * @type {import('./curve.js').Curve}
 */
export const readers = {
  name: 'readers',
  steps: [10, 50, 200, 400],
  x: { name: `members of ${CONNECTED.toLocaleString('en')} who read at once`, scale: 'steps' },
  charts: {
    waits: { title: 'The longest wait, while they read', y: MILLISECONDS },
  },
  begin: async (lab, seconds) => {
    const read = await readInRoom(lab, await lab.parley(), CONNECTED);
    return (count) =>
      Promise.resolve(async () => {
        const quiet = await read(0, seconds * 1_000);
        const { waited, answered } = await read(count, seconds * 1_000);
        return {
          waits: {
            'A user of another room': waited,
            'The same, while nobody reads': quiet.waited,
            'The last of the readers': answered,
          },
        };
      });
  },
};
