import { readFileSync } from 'node:fs';

import { parse } from 'csv-parse/sync';

import { metricsOf } from '../watch/sample.js';
import { misbehaves } from './mischief.js';
import { Resident } from './resident.js';
import { isSlow } from './slow-reader.js';

/** Each user is a member of this many rooms besides the own one. */
const NEIGHBOURS = 4;
/** The number of abusive clients for each normal one. */
const SHARE_OF_MISCHIEF = 0.25;

/** All users except those of `parley verify`. */
export class Company {
  /** @param {import('./resident.js').World} world @param {import('./resident.js').Account[]} accounts at least six */
  constructor(world, accounts) {
    const [speaker, reader, ...residents] = accounts.map((account) => new Resident(world, account));
    if (!speaker || !reader) throw new Error('There are too few users.');
    this.slow = { speaker, reader };
    this.residents = residents;
  }

  /** Connects all users, who create and join their rooms. */
  async gathers() {
    const { speaker, reader } = this.slow;
    for (const each of [speaker, reader, ...this.residents]) await each.arrive();
    await speaker.invites([reader]);
    for (const [at, each] of this.residents.entries()) {
      const others = [...this.residents.slice(at + 1), ...this.residents.slice(0, at)];
      await each.invites(others.slice(0, NEIGHBOURS));
    }
    // The reader uses only its other device.
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
