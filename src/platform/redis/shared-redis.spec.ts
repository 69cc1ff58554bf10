import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { SharedRedis } from './shared-redis.js';

const TOO_LONG_MS = 1_500;
/** Responds after 100 ms, in a thread of its own. */
const ANSWERING = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', () => setTimeout(() => parentPort.postMessage('received'), 100));
  parentPort.postMessage('begun');`;

let answering: Worker;

beforeEach(async () => {
  answering = new Worker(ANSWERING, { eval: true });
  await once(answering, 'message');
});
afterEach(() => answering.terminate());

/** Blocks the event loop of this process. */
const stall = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('the shared Redis', () => {
  it('is not considered unavailable because the event loop of this process was blocked', async () => {
    const ask = async (): Promise<unknown> => {
      answering.postMessage('asked');
      const [answer] = (await once(answering, 'message')) as [unknown];
      return answer;
    };
    const redis = new SharedRedis({ scripts: { isReady: true, eval: ask }, prefix: 'test' });
    const requested = redis.eval('', { keys: [], arguments: [] });
    await turn();
    stall(TOO_LONG_MS);
    await expect(requested).resolves.toBe('received');
    expect(redis.isReady).toBe(true);
  });
});
