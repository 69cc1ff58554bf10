/** Pixels. */
const MARGIN = 50;

/** Starts to record the time of each frame of a page. */
const RECORD = `
  globalThis.frameTimes = [];
  const next = (time) => {
    frameTimes.push(time);
    globalThis.frameRequest = requestAnimationFrame(next);
  };
  globalThis.frameRequest = requestAnimationFrame(next);`;
/** Ends that, and returns the times. */
const RECORDED = 'cancelAnimationFrame(frameRequest), frameTimes';

/**
 * Turns the wheel over an element as a person does, and records the frames meanwhile.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} element
 * @param {{ pixels: number, pixelsPerSecond: number }} turn upwards
 * @returns {Promise<number[]>} the milliseconds between each two frames
 */
export async function turnWheel(page, element, { pixels, pixelsPerSecond }) {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element to scroll is not shown.');
  const session = await page.context().newCDPSession(page);
  await page.evaluate(RECORD);
  await session.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + MARGIN,
    yDistance: pixels,
    speed: pixelsPerSecond,
    gestureSourceType: 'mouse',
  });
  const times = /** @type {number[]} */ (await page.evaluate(RECORDED));
  await session.detach();
  return times.slice(1).map((time, index) => time - (times[index] ?? NaN));
}
