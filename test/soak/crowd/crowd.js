import { readFileSync } from 'node:fs';

import { parse } from 'csv-parse/sync';

import { metricsOf } from '../watch/sample.js';
import { misuse } from './misuse.js';
import { SimulatedUser } from './simulated-user.js';
import { isSlow } from './slow-reader.js';

/** Each user is a member of this many rooms besides the own one. */
const NEIGHBOURS = 4;
/** The number of abusive clients for each normal one. */
const SHARE_OF_MISUSE = 0.25;

/** All users except those of `parley verify`. */
export class UserPool {
  /**
   * @param {import('./simulated-user.js').SharedState} world
   * @param {import('./simulated-user.js').Account[]} accounts at least six
   */
  constructor(world, accounts) {
    const [sender, reader, ...users] = accounts.map((account) => new SimulatedUser(world, account));
    if (!sender || !reader) throw new Error('There are too few users.');
    this.slow = { sender, reader };
    this.residents = users;
  }

  /** Connects all users, who create and join their rooms. */
  async create() {
    const { sender, reader } = this.slow;
    for (const each of [sender, reader, ...this.residents]) await each.start();
    await sender.invite([reader]);
    for (const [at, each] of this.residents.entries()) {
      const others = [...this.residents.slice(at + 1), ...this.residents.slice(0, at)];
      await each.invite(others.slice(0, NEIGHBOURS));
    }
    // The reader uses only its other device.
    await reader.leave();
  }

  /** @param {AbortSignal} end */
  async run(end) {
    const { sender, reader } = this.slow;
    const mischievous = this.residents.slice(0, Math.ceil(this.residents.length * SHARE_OF_MISUSE));
    await Promise.all([
      ...this.residents.map((each) => each.run(end)),
      ...mischievous.map((each) => misuse(each, end)),
      isSlow(sender, reader, metricsOf, end),
    ]);
  }

  leave() {
    return Promise.all([this.slow.sender, ...this.residents].map((each) => each.leave()));
  }
}

/** @param {string} file a CSV with `username` and `password` @returns {import('./simulated-user.js').Account[]} */
export const accountsOf = (file) => parse(readFileSync(file), { columns: true });
