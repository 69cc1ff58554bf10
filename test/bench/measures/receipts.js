import { writeFileSync } from 'node:fs';

import { begin, generate } from '../load/generate.js';
import { signs } from '../load/readers.js';
import { ratios } from '../report/statistics.js';
import { result } from '../report/result.js';
import { inRounds, PREVIOUS } from './measure.js';

const NAME = 'receipts';
const CONNECTED = 1_000;
const READERS = 200;
const BAR = { most: 300 };
const MOST_READ = 50;

/**
 * How long a user of another room waits while many of the connected members of a room read a message at the same
 * moment.
 * @type {import('./measure.js').Measure}
 */
export const receipts = {
  name: NAME,
  run: async (lab, { rounds, seconds }) => {
    const parley = await readInRoom(lab, await lab.parley(), CONNECTED);
    const previous = await readInRoom(lab, await lab.previousParley(), CONNECTED);
    const ms = seconds * 1_000;
    /** @type {{ answered: number, refused: number }[]} */
    const all = [];
    const { quiet, reading, before } = await inRounds(rounds, {
      quiet: async () => (await parley(0, ms)).waited,
      reading: async () => {
        const found = await parley(READERS, ms);
        all.push(found);
        return found.waited;
      },
      before: async () => (await previous(READERS, ms)).waited,
    });
    const row = `${String(READERS)} of ${CONNECTED.toLocaleString('en')} read`;
    return [
      result(NAME, 'the longest wait of a bystander, nobody reads', quiet, { unit: 'ms' }),
      result(NAME, `the longest wait of a bystander, ${row}`, reading, { unit: 'ms', bar: BAR }),
      result(NAME, `the same, ${PREVIOUS}`, before, { unit: 'ms' }),
      result(NAME, `Parley / ${PREVIOUS}`, ratios(reading, before)),
      result(
        NAME,
        'until the last of them was answered',
        all.map(({ answered }) => answered),
        { unit: 'ms' },
      ),
      result(
        NAME,
        'of them, to try it again',
        all.map(({ refused }) => refused),
        { unit: 'users' },
      ),
    ];
  },
};

/**
 * @typedef {object} Reading
 * @property {number} waited the milliseconds of the longest wait of the bystander
 * @property {number} answered the milliseconds until the last reader was answered
 * @property {number} refused the number of the readers who have to try it again
 */

const NOBODY = { ms: 0, refused: 0 };

/**
 * Connects the members of a room, who stay.
 * @param {import('../lab.js').Lab} lab
 * @param {Awaited<ReturnType<import('../lab.js').Lab['parley']>>} parley
 * @param {number} connected
 * @returns {Promise<(readers: number, ms: number) => Promise<Reading>>} lets so many of them read the next message, and
 *   a bystander ask for at least so many milliseconds
 */
export async function readInRoom(lab, { wire, url, population }, connected) {
  const [room] = await population.rooms(1, connected, MOST_READ);
  const [other] = await population.rooms(1, 2);
  if (!room || !other) throw new Error('No room was created.');
  await population.query('UPDATE room_members SET delivered_seq = 1, read_seq = 1 WHERE room_id = $1', [room.id]);
  const ids = await population.query('SELECT id FROM messages WHERE room_id = $1 ORDER BY seq', [room.id]);
  const tokensOfReaders = room.tokens.slice(1);
  await lab.hold(() => begin('stand', { wire, url, rooms: [room] }));
  let next = 0;
  const read = async (/** @type {number} */ readers, /** @type {number} */ ms) => {
    const messageId = String(ids[next]?.id);
    const folder = lab.folder();
    if (readers > 0) next += 1;
    else for (const sign of [signs(folder).areConnected, signs(folder).isRead]) writeFileSync(sign, '');
    const [waited, { ms: answered, refused }] = await Promise.all([
      generate('bystander', { url, token: other.tokens[0] ?? '', roomId: other.id, folder, ms }),
      readers > 0 ? generate('readers', { url, tokens: tokensOfReaders.slice(0, readers), messageId, folder }) : NOBODY,
    ]);
    return { waited, answered, refused };
  };
  // The first readers wait for code that is not optimized yet.
  await read(Math.min(READERS, connected - 1), 0);
  return read;
}
