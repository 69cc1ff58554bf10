import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { SharedRedis } from './shared-redis.js';

const TOO_LONG_MS = 1_500;
/** Answers after a tenth of a second, whatever whoever asked does meanwhile. */
const ANSWERING = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', () => setTimeout(() => parentPort.postMessage('heard'), 100));
  parentPort.postMessage('begun');`;

let answering: Worker;

beforeEach(async () => {
  answering = new Worker(ANSWERING, { eval: true });
  await once(answering, 'message');
});
afterEach(() => answering.terminate());

/** In which this process does nothing, and hears nothing. */
const stall = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('the Redis in which nodes count together', () => {
  it('is not called silent by a process that was late itself', async () => {
    const ask = async (): Promise<unknown> => {
      answering.postMessage('asked');
      const [answer] = (await once(answering, 'message')) as [unknown];
      return answer;
    };
    const redis = new SharedRedis({ scripts: { isReady: true, eval: ask }, prefix: 'test' });
    const asked = redis.eval('', { keys: [], arguments: [] });
    await turn();
    stall(TOO_LONG_MS);
    await expect(asked).resolves.toBe('heard');
    expect(redis.isReady).toBe(true);
  });
});
