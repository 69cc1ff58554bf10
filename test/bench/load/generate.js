import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** @typedef {import('./generator.js').Jobs} Jobs */

const GENERATOR = join(import.meta.dirname, 'generator.js');

/**
 * Runs a job in a process of its own.
 * @template {keyof Jobs} Job
 * @param {Job} job
 * @param {Parameters<Jobs[Job]>[0]} load
 * @returns {Promise<Awaited<ReturnType<Jobs[Job]>>>}
 * @throws {Error} that the process reported, or if it ended without a report
 */
export async function generate(job, load) {
  const { result, stop } = await begin(job, load);
  await stop();
  return result;
}

/**
 * Runs a job in a process of its own, which stays with the sockets that the job has left open.
 * @template {keyof Jobs} Job
 * @param {Job} job
 * @param {Parameters<Jobs[Job]>[0]} load
 * @returns {Promise<{ result: Awaited<ReturnType<Jobs[Job]>>, stop: () => Promise<void> }>}
 * @throws {Error} as for {@link generate}
 */
export async function begin(job, load) {
  const generator = fork(GENERATOR);
  const exited = once(generator, 'exit');
  const stop = async () => {
    const hasEnded = !generator.connected;
    if (!hasEnded) generator.disconnect();
    await exited;
    if (hasEnded) throw new Error('The load ended early.');
  };
  generator.send({ job, load });
  const message = await Promise.race([once(generator, 'message'), exited.then(() => [{ error: 'It ended.' }])]);
  const [{ result, error }] = /** @type {[{ result: Awaited<ReturnType<Jobs[Job]>>, error?: string }]} */ (message);
  if (error !== undefined) {
    await stop();
    throw new Error(`The load failed: ${error}`);
  }
  return { result, stop };
}
