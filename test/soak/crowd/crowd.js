import { readFileSync } from 'node:fs';

import { parse } from 'csv-parse/sync';

import { metricsOf } from '../watch/sample.js';
import { misbehaves } from './mischief.js';
import { Resident } from './resident.js';
import { isSlow } from './slow-reader.js';

/** In whose rooms somebody is, beside their own. */
const NEIGHBOURS = 4;
/** So many who mean no good for each who does not. */
const SHARE_OF_MISCHIEF = 0.25;

/** Everybody who is there beside those who verify. */
export class Company {
  /** @param {import('./resident.js').World} world @param {import('./resident.js').Account[]} accounts six at least */
  constructor(world, accounts) {
    const [speaker, reader, ...residents] = accounts.map((account) => new Resident(world, account));
    if (!speaker || !reader) throw new Error('Nobody is there.');
    this.slow = { speaker, reader };
    this.residents = residents;
  }

  /** Everybody comes and finds their rooms. */
  async gathers() {
    const { speaker, reader } = this.slow;
    for (const each of [speaker, reader, ...this.residents]) await each.arrive();
    await speaker.invites([reader]);
    for (const [at, each] of this.residents.entries()) {
      const others = [...this.residents.slice(at + 1), ...this.residents.slice(0, at)];
      await each.invites(others.slice(0, NEIGHBOURS));
    }
    // It reads on its other device alone.
    await reader.leave();
  }

  /** @param {AbortSignal} end */
  async lives(end) {
    const { speaker, reader } = this.slow;
    const mischievous = this.residents.slice(0, Math.ceil(this.residents.length * SHARE_OF_MISCHIEF));
    await Promise.all([
      ...this.residents.map((each) => each.lives(end)),
      ...mischievous.map((each) => misbehaves(each, end)),
      isSlow(speaker, reader, metricsOf, end),
    ]);
  }

  leaves() {
    return Promise.all([this.slow.speaker, ...this.residents].map((each) => each.leave()));
  }
}

/** @param {string} file a CSV with `username` and `password` @returns {import('./resident.js').Account[]} */
export const accountsOf = (file) => parse(readFileSync(file), { columns: true });
