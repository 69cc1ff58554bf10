import { join } from 'node:path';

import { generate } from '../load/generate.js';
import { reportingMemory } from '../load/server-process.js';
import { quantile, ratios } from '../report/statistics.js';
import { result } from '../report/result.js';
import { inRounds } from './measure.js';

/** @typedef {import('../contenders/contender.js').Contender} Contender */
/** @typedef {import('../contenders/contender.js').Room} Room */

const NAME = 'channel';
const USERS = 2_500;
const CONNECTIONS = 9_000;
const CHANNELS = 8;
const UNREAD = 200;
const AT_ONCE = 256;
const MESSAGES = 20;
const KIBIBYTE = 1_024;

/**
 * 9,000 connections of 2,500 users who are members of eight Channels: how many are let in a second and what they hold,
 * with 200 unread messages in each Channel and with none; and the time until the last of them has received one message.
 * Each round has servers of its own.
 * @type {import('./measure.js').Measure}
 */
export const channel = {
  name: NAME,
  run: async (lab, { rounds }) => {
    /** @typedef {{ perSecond: number[], memory: number[], p50: number[], slowest: number[] }} Found */
    const none = () => /** @type {Found} */ ({ perSecond: [], memory: [], p50: [], slowest: [] });
    const found = { bare: none(), read: none(), unread: none() };
    /**
     * @template {Contender} Each
     * @param {Found} into
     * @param {(node: string[]) => Promise<Each>} start
     * @param {(contender: Each) => Promise<Room[]>} roomsOf
     */
    const admitted = async (into, start, roomsOf) => {
      const file = join(lab.folder(), 'bytes');
      const contender = await start(reportingMemory(file));
      const { wire, url, pid } = contender;
      const [room] = await roomsOf(contender);
      const flow = { connections: CONNECTIONS, atOnce: AT_ONCE, messages: MESSAGES };
      const { perSecond, bytes, lastReceivedMs } = await generate('admit', {
        wire,
        url,
        rooms: room ? [room] : [],
        pid,
        file,
        ...flow,
      });
      await lab.clear();
      into.memory.push(bytes / KIBIBYTE);
      into.p50.push(quantile(lastReceivedMs, 0.5));
      into.slowest.push(quantile(lastReceivedMs, 1));
      return perSecond;
    };
    const channels = (/** @type {number} */ unread) => (/** @type {Awaited<ReturnType<typeof lab.parley>>} */ parley) =>
      parley.population.channels(CHANNELS, USERS, unread);
    const { bare, read, unread } = await inRounds(rounds, {
      bare: () =>
        admitted(
          found.bare,
          (node) => lab.bareWs(node),
          (each) => each.rooms(1, USERS),
        ),
      read: () => admitted(found.read, (node) => lab.parley(node), channels(0)),
      unread: () => admitted(found.unread, (node) => lab.parley(node), channels(UNREAD)),
    });
    const row = (/** @type {string} */ what, /** @type {number[]} */ values, /** @type {string} */ unit) =>
      result(NAME, what, values, { unit });
    return [
      row('connections, plain ws', bare, 'connections/s'),
      row('connections with nothing unread', read, 'connections/s'),
      result(NAME, 'connections with 8 × 200 unread messages', unread, {
        unit: 'connections/s',
        bar: { least: 1_500 },
      }),
      result(NAME, 'with unread messages / with none', ratios(unread, read), { bar: { least: 0.5 } }),
      row('memory of a connection with nothing unread', found.read.memory, 'KiB'),
      row('memory of a connection with unread messages', found.unread.memory, 'KiB'),
      row('a message until the last of 9,000 connections, plain ws, p50', found.bare.p50, 'ms'),
      row('a message until the last of 9,000 connections, plain ws, slowest', found.bare.slowest, 'ms'),
      row('a message until the last of 9,000 connections, p50', found.read.p50, 'ms'),
      row('a message until the last of 9,000 connections, slowest', found.read.slowest, 'ms'),
      result(NAME, 'until the last connection / plain ws, p50', ratios(found.read.p50, found.bare.p50), {
        bar: { most: 1.3 },
      }),
    ];
  },
};
