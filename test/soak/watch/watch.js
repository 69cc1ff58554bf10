import { setTimeout as delay } from 'node:timers/promises';

import { sampleOf } from './sample.js';

/** @typedef {import('./sample.js').Sample} Sample */

const MS_PER_MINUTE = 60_000;
const SAMPLES = 360;
const SHORTEST_EVERY_MS = 2_000;
/** The time for the nodes to close what clients have closed. */
const TIMEOUT_MS = 120_000;

/** Samples of each node, from before the clients connect until all have disconnected. */
export class Monitor {
  /** By node, in order of time. @type {Map<string, Sample[]>} */
  series = new Map();
  #began = NaN;

  /** @param {import('../deployment.js').Deployment} deployment */
  constructor(deployment) {
    this.deployment = deployment;
    for (const { name } of deployment.nodes) this.series.set(name, []);
  }

  /** A sample of each node. @returns {Promise<Map<string, Sample>>} */
  async now() {
    /** @type {Map<string, Sample>} */
    const samples = new Map();
    for (const node of this.deployment.nodes) {
      const minutes = (performance.now() - this.#began) / MS_PER_MINUTE;
      samples.set(node.name, await sampleOf(node, this.deployment.databasePort, minutes));
    }
    return samples;
  }

  /** @param {number} minutes the duration from now on @param {AbortSignal} end */
  async run(minutes, end) {
    this.#began = performance.now();
    const everyMs = Math.max(SHORTEST_EVERY_MS, (minutes * MS_PER_MINUTE) / SAMPLES);
    const until = this.#began + minutes * MS_PER_MINUTE;
    for (let at = this.#began; at < until; at = Math.max(at + everyMs, performance.now())) {
      await delay(Math.max(0, at - performance.now()), undefined, { signal: end });
      for (const [name, sample] of await this.now()) this.series.get(name)?.push(sample);
    }
  }

  /**
   * Waits until no client is connected and handles are as before, up to a timeout.
   * @param {Map<string, Sample>} before
   * @param {AbortSignal} end
   */
  async emptied(before, end) {
    for (const deadline = performance.now() + TIMEOUT_MS; ;) {
      const samples = await this.now();
      const isEmpty = [...samples].every(
        ([name, { clients, handles }]) => clients === 0 && handles <= (before.get(name)?.handles ?? NaN),
      );
      if (isEmpty || performance.now() > deadline) return samples;
      await delay(500, undefined, { signal: end });
    }
  }
}
