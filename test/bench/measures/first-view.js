import { connect } from '../../pictures/connect.js';
import { startThrowawayService } from '../../pictures/throwaway-service.js';
import { logIn } from '../../pictures/web-page.js';
import { result } from '../report/result.js';
import { inRounds } from './measure.js';

const NAME = 'first-view';
const PASSWORD = 'correct horse battery';
const ROOMS = 50;
const MILLISECONDS = 1_000;

/** @typedef {{ TaskDuration: number, ScriptDuration: number }} Durations seconds */

/**
 * The processor time of the page of the web client, from its address until all rooms of the user are shown. The browser
 * has the files already.
 * @type {import('./measure.js').Measure}
 */
export const firstView = {
  name: NAME,
  run: async (lab, { rounds }) => {
    const service = await lab.hold(() => startThrowawayService(lab.folder()));
    await service.addUsers(
      ['ada', 'bob'].map((name) => [name, name, 'Tester']),
      PASSWORD,
    );
    await createRooms(service.url);
    const browser = await lab.browser();
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto(service.url);
    await logIn(page, { username: 'ada', password: PASSWORD });
    await page
      .locator('.room-row')
      .nth(ROOMS - 1)
      .waitFor();
    await page.close();
    /** @type {Durations[]} */
    const spent = [];
    await inRounds(rounds, {
      view: async () => {
        const durations = await open(context, service.url);
        spent.push(durations);
        return durations.TaskDuration;
      },
    });
    const of = (/** @type {keyof Durations} */ name) => spent.map((each) => each[name] * MILLISECONDS);
    return [
      result(NAME, `list of ${String(ROOMS)} rooms, CPU of the page`, of('TaskDuration'), {
        unit: 'ms',
        bar: { most: 1_200 },
      }),
      result(NAME, `list of ${String(ROOMS)} rooms, CPU of its scripts`, of('ScriptDuration'), { unit: 'ms' }),
    ];
  },
};

/** @param {import('playwright-core').BrowserContext} context of a user who is logged in @param {string} url */
async function open(context, url) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // Of the thread, not of the clock: other load on the machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url);
  await page
    .locator('.room-row')
    .nth(ROOMS - 1)
    .waitFor();
  const { metrics } = await session.send('Performance.getMetrics');
  await page.close();
  return /** @type {Durations} */ (Object.fromEntries(metrics.map(({ name, value }) => [name, value])));
}

/** Bob makes rooms with Ada, and writes in each. @param {string} url */
async function createRooms(url) {
  const bob = await connect(url, { username: 'bob', password: PASSWORD });
  const { id } = await bob.find('ada');
  for (let at = 1; at <= ROOMS; at += 1) {
    const room = await bob.rooms.create({ type: 'GroupChat', name: `Room ${String(at)}`, participants: [id] });
    await bob.rooms.open(room.id).send(`Welcome to room ${String(at)}`);
  }
  await bob.close();
}
