import { connect } from '../../pictures/connect.js';
import { startThrowawayService } from '../../pictures/throwaway-service.js';
import { logIn } from '../../pictures/web-page.js';
import { PageUsage } from '../../support/page-usage.js';
import { Population } from '../contenders/population.js';
import { turnWheel } from '../load/wheel.js';
import { quantile } from '../report/statistics.js';
import { MILLISECONDS } from './times.js';

const PASSWORD = 'correct horse battery';
/** A person in a hurry: thirty notches of a wheel a second. */
const PIXELS_PER_SECOND = 3_000;
/** Frames are counted for longer: until the window of messages that the page holds is full. */
const TIMES_AS_LONG = 10;
/** A frame that takes longer than one and a half of sixty a second was too late for the screen. */
const LATE_MS = 25;
const BYTES_IN_A_MEBIBYTE = 2 ** 20;
/** The number of the first message of a room, after that of its creation. */
const FIRST_SEQ = 2;

/**
 * The web client in a room with a growing number of messages, a minute between each two.
 * @type {import('./curve.js').Curve}
 */
export const scrolling = {
  name: 'scrolling',
  steps: [1_000, 10_000, 100_000],
  x: { name: 'messages of the room', scale: 'steps' },
  charts: {
    frames: { title: 'From frame to frame while the wheel turns', y: MILLISECONDS },
    late: {
      title: `Frames that take longer than ${String(LATE_MS)} ms while the wheel turns`,
      y: { name: '% of the frames', scale: 'linear' },
    },
    heap: { title: 'Heap of the page after that', y: { name: 'MiB', scale: 'linear' } },
    nodes: { title: 'DOM nodes of the page after that', y: { name: 'nodes', scale: 'linear' } },
    jump: { title: 'A jump to the first message by its date', y: MILLISECONDS },
  },
  begin: async (lab, seconds) => {
    const folder = lab.folder();
    const { url, addUsers } = await lab.hold(() => startThrowawayService(folder));
    await addUsers(
      ['ada', 'bob'].map((name) => [name, name, 'Tester']),
      PASSWORD,
    );
    const { fill } = await lab.hold(() => database(folder));
    const browser = await lab.browser();
    /** @type {import('playwright-core').Page | undefined} */
    let previous;
    return async (messages) => {
      // The page of an earlier step would take a part of the processor.
      await previous?.close();
      const name = `Room of ${messages.toLocaleString('en')}`;
      const day = await fill(await createRoom(url, name), messages);
      const page = await browser.newPage({ serviceWorkers: 'block', timezoneId: 'UTC' });
      previous = page;
      await page.goto(url);
      await logIn(page, { username: 'ada', password: PASSWORD });
      await page.locator('.room-row', { hasText: name }).click();
      const newest = page.locator(`[data-seq="${String(messages - 1 + FIRST_SEQ)}"]`);
      await newest.waitFor();
      const usage = await PageUsage.of(page);
      return async () => {
        const pixels = seconds * TIMES_AS_LONG * PIXELS_PER_SECOND;
        const times = await turnWheel(page, page.locator('.history'), { pixels, pixelsPerSecond: PIXELS_PER_SECOND });
        const { heapBytes, nodes } = await usage.now();
        const jump = await jumpToFirst(page, day);
        await page.locator('.pill').click();
        await newest.waitFor();
        return {
          frames: { p50: quantile(times, 0.5), p95: quantile(times, 0.95), worst: Math.max(...times) },
          late: { 'late frames': (100 * times.filter((time) => time > LATE_MS).length) / times.length },
          heap: { heap: heapBytes / BYTES_IN_A_MEBIBYTE },
          nodes: { nodes },
          jump: { jump },
        };
      };
    };
  },
};

/** The embedded database of a service, whose messages are written directly. @param {string} folder of the service */
function database(folder) {
  const address = { host: `${folder}/data`, user: 'postgres', database: 'postgres' };
  const population = new Population(address, '');
  /**
   * @param {string} id of a room without messages
   * @param {number} messages
   * @returns {Promise<string>} the day of the first one, YYYY-MM-DD
   */
  const fill = async (id, messages) => {
    await population.lengthen([{ id, tokens: [] }], 0, messages);
    const [first] = await population.query(
      `WITH moved AS (
         UPDATE messages m SET created_at = r.created_at - (r.last_seq - m.seq) * interval '1 minute'
         FROM rooms r WHERE r.id = $1 AND m.room_id = r.id RETURNING m.created_at
       ) SELECT to_char(min(created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM moved`,
      [id],
    );
    return String(first?.day);
  };
  return Promise.resolve({ fill, stop: () => population.close() });
}

/** Bob makes a room with Ada. @param {string} url @param {string} name @returns {Promise<string>} its id */
async function createRoom(url, name) {
  const bob = await connect(url, { username: 'bob', password: PASSWORD });
  const { id } = await bob.rooms.create({ type: 'GroupChat', name, participants: [(await bob.find('ada')).id] });
  await bob.close();
  return id;
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} day of the first message
 * @returns {Promise<number>} milliseconds until it is shown
 */
async function jumpToFirst(page, day) {
  await page.locator('.day button').first().click();
  await page.locator('dialog input[type="date"]').fill(day);
  const began = performance.now();
  await page.locator('dialog button[type="submit"]').click();
  await page.locator(`[data-seq="${String(FIRST_SEQ)}"] :focus`).waitFor();
  return performance.now() - began;
}
